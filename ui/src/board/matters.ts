/** What things are made of: wood, felt, metal and the marbles' ceramic and glass. */
import type { Material } from "three";
import { Color, MeshPhysicalMaterial, MeshStandardMaterial, Vector4 } from "three";
import type { MarbleField } from "./field";
import { weave } from "./field";
import { GLASS, GLASS_GLOW, SIGNS, WOOD } from "./glsl";
import type { Matter, Wood } from "./scene";

interface WoodKind {
  light: number;
  dark: number;
  pore: number;
  rings: number;
  wave: number;
  pores: number;
  rough: number;
}

export const WOODS: Record<Exclude<Wood, "felt">, WoodKind> = {
  walnut: { light: 0x77523a, dark: 0x432c1f, pore: 0x281910, rings: 1.5, wave: 0.95, pores: 0.55, rough: 0.48 },
  oak: { light: 0xdcb98a, dark: 0xb98f5c, pore: 0x8f6a40, rings: 2.1, wave: 0.7, pores: 0.5, rough: 0.5 },
  ebony: { light: 0x3b302b, dark: 0x1c1614, pore: 0x0f0b0a, rings: 1.6, wave: 0.9, pores: 0.4, rough: 0.44 },
  beech: { light: 0xe2c19a, dark: 0xcba377, pore: 0xa47c52, rings: 1.4, wave: 0.6, pores: 0.35, rough: 0.52 },
};

/** The felts there are; any other name gives one like moss. */
const MOSS = 0x37563f;
const FELTS: Record<string, number> = { moss: MOSS, slate: 0x33506b, brick: 0x7a3a32, plum: 0x4a3f5e };

/** Whether what is written on a wood must be pale to be read. */
export const isDark = (wood: Wood): boolean => wood === "walnut" || wood === "ebony" || wood === "felt";

/** What a marble lets through, for shadows, mirrors and flat things in its colour. */
export const TINTS: Record<Matter, { tint: number; clear: number }> = {
  ivory: { tint: 0xf1e7d3, clear: 0 },
  night: { tint: 0x1c2f66, clear: 0.5 },
  amber: { tint: 0xff9a2e, clear: 0.75 },
  celadon: { tint: 0x3d8b80, clear: 0 },
  ribbon: { tint: 0xffffff, clear: 0.7 },
  steel: { tint: 0x6d7278, clear: 0 },
};

const colour = (hex: number) => ({ value: new Color(hex) });

export function wood(field: MarbleField, name: Exclude<Wood, "felt">): Material {
  const kind = WOODS[name];
  const material = new MeshPhysicalMaterial({ roughness: kind.rough, clearcoat: 0.18, clearcoatRoughness: 0.42 });
  return weave(material, field, {
    key: "wood",
    pars: WOOD,
    vertexPars: "attribute vec3 aGrain, aLocal; flat varying vec3 vGrain;",
    vertex: "vLocal = aLocal; vGrain = aGrain;",
    local: {
      wLight: colour(kind.light),
      wDark: colour(kind.dark),
      wPore: colour(kind.pore),
      wShape: { value: new Vector4(kind.rings, kind.wave, kind.pores, kind.rough) },
    },
    colour: "vec4 wd = wood(vLocal, vGrain); diffuseColor.rgb *= wd.rgb; roughnessFactor = wd.a;",
  });
}

export function felt(field: MarbleField, name: string): Material {
  const c = new Color(FELTS[name] ?? MOSS);
  const material = new MeshPhysicalMaterial({
    color: c,
    roughness: 1,
    sheen: 0.35,
    sheenRoughness: 0.6,
    sheenColor: c.clone().lerp(new Color(0xffffff), 0.15),
  });
  return weave(material, field, {
    key: "felt",
    colour: `float fz = noise3(vWorld * 46.0) * 0.6 + noise3(vWorld * vec3(19.0, 19.0, 27.0)) * 0.4;
      diffuseColor.rgb *= 0.74 + 0.52 * fz;`,
  });
}

export function brass(field: MarbleField): Material {
  return weave(
    new MeshStandardMaterial({
      color: 0xb8924f,
      metalness: 1,
      roughness: 0.34,
      emissive: 0x4a3512,
      emissiveIntensity: 0.8,
    }),
    field,
    {
      key: "brass",
      colour: "roughnessFactor += 0.06 * (noise3(vWorld * vec3(60.0, 60.0, 9.0)) - 0.5);",
    },
  );
}

function steel(field: MarbleField): Material {
  // Steel is told from glass by contrast: it mirrors a room held dark by a card, and in it the lamp and the window.
  return weave(new MeshStandardMaterial({ color: 0xc2c6ca, metalness: 1, roughness: 0.08 }), field, {
    key: "steel",
    marble: true,
    mirror: `float up = reflect(wV, wN).y, lamp = max(radiance.r, max(radiance.g, radiance.b));
      vec3 room = over * mix(0.05, 0.95, pow(smoothstep(0.02, 1.0, up), 1.4));
      radiance = mix(room, radiance, smoothstep(1.3, 2.6, lamp));
      ground = mix(ground, vec3(0.42, 0.40, 0.38), 0.7);`,
  });
}

function ceramic(field: MarbleField, base: number, ink: number, sign: "ring" | "dot"): Material {
  const material = new MeshPhysicalMaterial({
    color: base,
    roughness: 0.38,
    clearcoat: 1,
    clearcoatRoughness: 0.06,
    ior: 1.5,
  });
  return weave(material, field, {
    key: `ceramic-${sign}`,
    marble: true,
    pars: `${SIGNS}uniform vec3 cInk;`,
    local: { cInk: colour(ink) },
    colour: `vec3 cn = normalize(vLocal);
      float speck = smoothstep(0.80, 0.90, noise3(cn * 17.0)) * 0.10;
      diffuseColor.rgb *= 0.96 + 0.08 * noise3(cn * 2.3) - speck;
      diffuseColor.rgb = mix(diffuseColor.rgb, cInk, ${sign}Sign(cn) * 0.92);`,
  });
}

function glass(field: MarbleField, style: 1 | 2 | 3, tint: number, depth: number): Material {
  const material = new MeshPhysicalMaterial({ color: 0xffffff, roughness: 0.03, ior: 1.5 });
  return weave(material, field, {
    key: `glass-${style}`,
    marble: true,
    pars: `\n#define STYLE ${style}\n${SIGNS}${GLASS}`,
    local: { gTint: colour(tint), gDepth: { value: depth } },
    colour: "vec3 hue = diffuseColor.rgb; diffuseColor.rgb *= 0.0;",
    glow: GLASS_GLOW,
  });
}

export function marble(field: MarbleField, matter: Matter): Material {
  switch (matter) {
    case "ivory":
      return ceramic(field, 0xf3ead8, 0x7a5230, "ring");
    case "night":
      return glass(field, 2, 0x3a58b4, 1.25);
    case "amber":
      return glass(field, 3, 0xf7a233, 0.75);
    case "celadon":
      return ceramic(field, 0x3f9186, 0xf6f1e4, "dot");
    case "ribbon":
      return glass(field, 1, 0xffffff, 1);
    case "steel":
      return steel(field);
  }
}

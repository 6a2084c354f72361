/** Pieces of shader: noise, the marble field, wood, signs and glass. */

export const MAX_MARBLES = 64;

/** Edge of the cube of random values that noise is read from; a power of two. */
export const NOISE_SIDE = 64;

/** Smooth noise, 0 to 1. One look into a small cube of random values instead of eight hashes: wood asks seven times. */
export const NOISE = /* glsl */ `
uniform highp sampler3D uNoise;
float noise3(vec3 p) {
  vec3 f = floor(p), t = p - f;
  t = t * t * (3.0 - 2.0 * t);
  return textureLod(uNoise, (f + t + 0.5) / ${NOISE_SIDE}.0, 0.0).r;
}`;

/** How much sky and key light the marbles hide from a point, and which neighbour is mirrored in a marble. */
export const FIELD = /* glsl */ `
uniform vec4 uMarble[${MAX_MARBLES}];
uniform vec4 uTint[${MAX_MARBLES}];
uniform int uMarbles;
uniform vec3 uSun, uFloor;
varying vec3 vWorld;
varying vec4 vBall;
void marbleShade(vec3 p, vec3 n, vec3 refl, out float sky, out vec3 key, out vec4 mirror) {
  sky = 1.0; key = vec3(1.0); mirror = vec4(0.0);
  for (int i = 0; i < ${MAX_MARBLES}; i++) {
    if (i >= uMarbles) break;
    vec3 d = uMarble[i].xyz - p; float r = uMarble[i].w, d2 = dot(d, d);
    if (d2 > 36.0 * r * r) continue;
    vec3 own = uMarble[i].xyz - vBall.xyz;
    if (dot(own, own) < 1e-4) continue;
    float h = r * r / max(d2, r * r), s = sqrt(h);
    float c = dot(n, d) * inversesqrt(d2);
    sky *= 1.0 - 0.96 * h * max(0.0, (c + s) / (1.0 + s));
    float b = dot(d, uSun);
    if (b > 0.0) {
      float m = sqrt(max(d2 - b * b, 0.0)), w = 0.02 * r + 0.20 * b;
      float hid = (1.0 - smoothstep(r - w, r + w, m)) * min(1.0, r / w);
      float x = m / r, lens = 0.25 + 2.1 * pow(max(0.0, 1.0 - x * x), 3.0);
      key *= 1.0 - hid * (1.0 - uTint[i].rgb * uTint[i].a * lens);
    }
    #ifdef MARBLE
      float q = dot(d, refl);
      if (q > 0.0) {
        float m = sqrt(max(d2 - q * q, 0.0));
        float hit = 1.0 - smoothstep(r * 0.90, r * 1.06, m);
        mirror = mix(mirror, vec4(uTint[i].rgb, 1.0), hit * (1.0 - mirror.a));
      }
    #endif
  }
}`;

export const SHADE = /* glsl */ `
  vec3 wN = transformNormalByInverseViewMatrix(normal, viewMatrix);
  vec3 wV = normalize(vWorld - cameraPosition);
  float fSky; vec3 fKey; vec4 fMirror;
  marbleShade(vWorld, wN, reflect(wV, wN), fSky, fKey, fMirror);
`;

/** Solid wood: the fibres run along z of the grain's own space; rgb and roughness. */
export const WOOD = /* glsl */ `
uniform vec3 wLight, wDark, wPore; uniform vec4 wShape;   // rings, wave, pores, roughness
flat varying vec3 vGrain;
vec4 solidWood(vec3 p) {
  float near = clamp(1.0 - 14.0 * length(fwidth(p)), 0.0, 1.0);   // fine detail fades before it can shimmer
  vec3 q = p + wShape.y * vec3(noise3(p * vec3(0.55, 0.55, 0.16)), noise3(p * vec3(0.5, 0.5, 0.14) + 17.0), 0.0);
  float r = length(q.xy * vec2(0.8, 1.15) + vec2(0.7, 3.1)) * wShape.x + 0.35 * noise3(q * vec3(1.6, 1.6, 0.3));
  float t = fract(r), late = smoothstep(0.25, 0.92, t) * (1.0 - smoothstep(0.93, 1.0, t));
  float tone = noise3(vec3(floor(r) * 3.7, 0.0, 0.5));    // no two years alike
  float fibre = noise3(p * vec3(34.0, 34.0, 1.1));
  float pore = smoothstep(0.70, 0.86, noise3(p * vec3(52.0, 52.0, 3.2))) * (1.0 - 0.6 * late) * near;
  vec3 c = mix(wLight, wDark, clamp(0.44 * late + 0.36 * tone + 0.42 * (fibre - 0.5) + 0.05, 0.0, 1.0));
  c *= 0.92 + 0.16 * noise3(p * vec3(0.35, 0.35, 0.2) + 5.0);
  c = mix(c, wPore, pore * wShape.z);
  return vec4(c, wShape.w + 0.10 * pore - 0.07 * late);
}
vec4 wood(vec3 p, vec3 grain) {
  float along = floor(grain.y + 0.5), seam = 1.0;
  bool cross = along > 0.5 && along < 1.5;
  if (along > 2.5) {                                      // a mitred frame: each rail along its own length
    float diagonal = abs(p.x) - grain.z - abs(p.z);
    cross = diagonal > 0.0;
    float side = cross ? sign(p.x) : sign(p.z);
    seam = 0.62 + 0.38 * smoothstep(0.0, 0.012 + 1.2 * fwidth(diagonal), abs(diagonal));
    p.y += (cross ? 2.3 : 0.0) + side * 1.1;
  }
  vec3 g = along > 1.5 && along < 2.5 ? p.xzy : cross ? p : p.zyx;
  float s = grain.x;
  vec4 w = solidWood(g + vec3(mod(s * 3.17, 11.0), mod(s * 1.31, 5.0) - 1.5, mod(s * 7.7, 23.0)));
  w.rgb *= seam;
  return w;
}`;

/** The four signs round the pole of a marble (its own y axis). */
export const SIGNS = /* glsl */ `
float ringSign(vec3 n) {
  float a = acos(clamp(n.y, -1.0, 1.0)), w = fwidth(a) * 0.7;
  return max(1.0 - smoothstep(0.030, 0.030 + w + 0.008, abs(a - 0.62)), 0.75 * (1.0 - smoothstep(0.011, 0.011 + w + 0.006, abs(a - 0.74))));
}
float dotSign(vec3 n) {
  float best = 0.0;
  for (int i = 0; i < 3; i++) {
    float f = 2.0944 * float(i) + 0.5; vec3 d = vec3(sin(0.50) * cos(f), cos(0.50), sin(0.50) * sin(f));
    float a = acos(clamp(dot(n, d), -1.0, 1.0)), w = fwidth(a) * 0.7;
    best = max(best, 1.0 - smoothstep(0.17, 0.17 + w + 0.01, a));
  }
  return best;
}
float starSign(vec3 n) {
  float a = acos(clamp(n.y, -1.0, 1.0)), reach = 1.0 - smoothstep(0.15, 1.02, a), s = 0.0;
  for (int i = 0; i < 3; i++) {
    float f = 1.0472 * float(i) + 0.26, d = abs(dot(n, vec3(cos(f), 0.0, sin(f))));
    s = max(s, exp(-pow(d / (0.022 + 0.030 * reach * reach), 2.0)));
  }
  return s * reach * smoothstep(0.0, 0.15, n.y) + 0.6 * exp(-a * a * 40.0);
}`;

/** What is cast in the glass, and what is seen beyond it. STYLE 1: ribbons, 2: night, 3: cat's eye. */
export const GLASS = /* glsl */ `
uniform vec3 gTint; uniform float gDepth;
vec3 beyond(vec3 d, float shade) {
  vec3 sky = textureLod(envMap, envMapRotation * d, roughnessToMip(0.18)).rgb * envMapIntensity;
  vec3 up = textureLod(envMap, envMapRotation * vec3(0.0, 1.0, 0.0), ENVMAP_MAX_LOD).rgb * envMapIntensity;
  vec3 board = uFloor * up * (0.55 + 0.65 * smoothstep(0.0, 0.8, 1.0 + d.y)) * shade;
  return mix(board, sky, smoothstep(-0.10, 0.12, d.y));
}
vec4 inside(vec3 x, vec3 hue) {
  #if STYLE == 1
    float r = length(x.xz), f = atan(x.z, x.x) + 2.1 * x.y;
    float v = abs(sin(1.5 * f)), edge = 0.10 + 0.12 * r;
    float dens = (1.0 - smoothstep(edge, edge + 0.30, v)) * smoothstep(0.90, 0.60, length(x)) * smoothstep(0.0, 0.12, r);
    float two = smoothstep(0.30, 0.62, sin(f + 0.6));
    return vec4(mix(hue, vec3(0.98, 0.95, 0.88), 0.80 * two), dens * 4.6);
  #elif STYLE == 3
    float e = length((x - vec3(0.0, 0.12, 0.0)) / vec3(0.15, 0.52, 0.74));
    return vec4(vec3(1.0, 0.95, 0.84), smoothstep(1.0, 0.55, e) * 6.0);
  #else
    return vec4(0.0);
  #endif
}`;

export const GLASS_GLOW = /* glsl */ `{
  vec3 n = normalize(vWorld - vBall.xyz);
  vec3 d = refract(wV, n, 1.0 / 1.5);
  float L = -2.0 * dot(d, n);
  vec3 q = n + d * L, e = refract(d, -q, 1.5);
  vec3 tint = gTint;
  #if STYLE == 1
    tint = mix(vec3(1.0), hue, 0.42);
  #endif
  vec3 lightUp = textureLod(envMap, envMapRotation * vec3(0.0, 1.0, 0.0), ENVMAP_MAX_LOD).rgb * envMapIntensity;
  vec3 acc = vec3(0.0); float thru = 1.0;
  #if STYLE == 1 || STYLE == 3
    float jit = fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584))));
    for (int i = 0; i < 20; i++) {
      vec3 x = n + d * (float(i) + 0.25 + 0.5 * jit) * L / 20.0;
      vec4 s = inside(transpose(vTurn) * x, hue);
      float a = 1.0 - exp(-s.a * L / 20.0 * 2.2);
      acc += thru * a * s.rgb * (lightUp * (0.62 + 0.38 * x.y) + 0.55 * max(0.0, 0.35 + dot(x, uSun)) * fKey);
      thru *= 1.0 - a;
    }
  #endif
  vec3 soak = pow(tint, vec3(gDepth * L));
  vec3 body = acc + thru * soak * beyond(e, 0.35 + 0.65 * fSky);
  float focus = pow(max(0.0, dot(q, -uSun)), 5.0);        // the key light gathers on the far side
  body += thru * soak * tint * focus * 1.15 * fKey;
  #if STYLE == 2
    vec3 under = normalize(transpose(vTurn) * (n + d * 0.20));
    body += starSign(under) * vec3(0.72, 0.82, 1.0) * (0.36 * lightUp + 0.15 * fKey);
    body += vec3(0.16, 0.26, 0.62) * pow(1.0 - max(0.0, dot(-wV, n)), 2.5) * (0.30 + 0.45 * lightUp);   // night never sinks into dark wood
    float fleck = smoothstep(0.83, 0.90, noise3((transpose(vTurn) * (n + d * 0.5)) * 9.0));
    body += fleck * vec3(0.25, 0.40, 0.85) * 0.16;
  #endif
  float F = 0.04 + 0.96 * pow(1.0 - max(0.0, dot(-wV, n)), 5.0);
  totalEmissiveRadiance += body * (1.0 - F) * mix(1.0, fSky, 0.55);
}`;

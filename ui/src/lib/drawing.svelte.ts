/** Whether this machine draws in space fast enough: measured once without the board's own code, and remembered. */

/** none: there is no WebGL. unknown: not looked at yet. */
export type Verdict = "unknown" | "none" | "slow" | "fast";

interface Kept {
  verdict: Verdict;
  /** Another browser version may draw otherwise. */
  agent: string;
  /** Whether the visitor has been told that the board is flat for that reason. */
  told: boolean;
}

const KEY = "billes.drawing";
/** Renderers that are no graphics card at all. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** A trial picture of so many pixels a side, and the most milliseconds it may take. */
const SIDE = 512;
const MOST = 25;
/** The most milliseconds a whole frame of the real board may take. */
export const FRAME = 1000;

function read(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
    return kept?.agent === navigator.userAgent ? kept : null;
  } catch {
    return null;
  }
}

class Drawing {
  verdict = $state<Verdict>("unknown");
  /** What draws in space could not be fetched: boards are flat until somebody chooses a view again. */
  unfetched = $state(false);
  private told = false;

  /** Looks, unless it is known already. */
  look(): void {
    if (this.verdict !== "unknown") return;
    const kept = read();
    this.told = kept?.told ?? false;
    const known = kept?.verdict === "slow" || kept?.verdict === "fast";
    this.verdict = known && hasWebGL() ? kept.verdict : measure();
    this.keep();
  }

  /** The real board was too slow. */
  slow(): void {
    this.verdict = "slow";
    this.told = false;
    this.keep();
  }

  /** There was no drawing in space after all. */
  fail(): void {
    this.verdict = "none";
  }

  /** Looks again: a visitor who asks for it may have another machine by now. */
  again(): void {
    if (this.verdict === "slow") this.verdict = measure();
    this.keep();
  }

  /** Whether the visitor is still to be told; once. */
  tell(): boolean {
    const tell = !this.told && (this.verdict === "slow" || this.verdict === "none");
    this.told = true;
    if (tell) this.keep();
    return tell;
  }

  private keep(): void {
    const kept: Kept = { verdict: this.verdict, agent: navigator.userAgent, told: this.told };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Then it is measured again next time.
    }
  }
}

function context(side: number): WebGL2RenderingContext | null {
  try {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    return canvas.getContext("webgl2");
  } catch {
    return null;
  }
}

const release = (gl: WebGL2RenderingContext): void => gl.getExtension("WEBGL_lose_context")?.loseContext();

function hasWebGL(): boolean {
  const gl = context(1);
  if (gl) release(gl);
  return gl !== null;
}

const VERTEX = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`;
/** About as much work for a pixel as wood is on the real board. */
const FRAGMENT = `#version 300 es
precision highp float;
uniform float seed;
out vec4 colour;
float hash(vec3 p) { p = fract(p * 0.3183099 + 0.1); p *= 17.0; return fract(p.x * p.y * p.z * (p.x + p.y + p.z)); }
void main() {
  float sum = seed;
  for (int i = 0; i < 56; i++) sum += hash(vec3(gl_FragCoord.xy * 0.13, float(i) + sum));
  colour = vec4(fract(sum));
}`;

function measure(): Exclude<Verdict, "unknown"> {
  const gl = context(SIDE);
  if (!gl) return "none";
  try {
    const named = gl.getExtension("WEBGL_debug_renderer_info");
    const renderer = String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    return SOFTWARE.test(renderer) || trial(gl) > MOST ? "slow" : "fast";
  } finally {
    release(gl);
  }
}

/** Milliseconds the trial picture takes: the best of a few, for the first ones are compiled. */
function trial(gl: WebGL2RenderingContext): number {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return Infinity;
  gl.useProgram(program);
  const seed = gl.getUniformLocation(program, "seed");
  const pixel = new Uint8Array(4);
  let best = Infinity;
  for (let n = 0; n < 4 && (n < 2 || best > MOST); n++) {
    const start = performance.now();
    gl.uniform1f(seed, n);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    // Reading a pixel waits until it is drawn.
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

export const drawing = new Drawing();

/** The sounds of the table, synthesised: quiet, dry, never twice the same. Silent until the first touch. */

export type SoundName =
  "tock" | "glass" | "click" | "roll" | "hush" | "knock" | "tilt" | "turn" | "result" | "tick" | "lift";

/** A sound at an instant of a play. */
export interface Cue {
  sound: SoundName;
  /** Milliseconds from the beginning. */
  at: number;
  /** 0 to 1. */
  gain: number;
  /** Milliseconds, for sounds that last as long as what makes them. */
  length?: number;
}

const LEVEL = 10 ** (-18 / 20);

export class Sound {
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private noise: AudioBuffer | null = null;
  private silent: boolean;

  constructor(muted = false) {
    this.silent = muted;
  }

  get muted(): boolean {
    return this.silent;
  }

  set muted(muted: boolean) {
    this.silent = muted;
    if (this.master && this.context)
      this.master.gain.setTargetAtTime(muted ? 0 : LEVEL, this.context.currentTime, 0.02);
  }

  /** To be called from a touch or a key: browsers let nothing sound before. */
  wake(): void {
    if (this.context) {
      if (this.context.state === "suspended") void this.context.resume();
      return;
    }
    if (typeof AudioContext === "undefined") return;
    const context = new AudioContext();
    const master = context.createGain();
    master.gain.value = this.silent ? 0 : LEVEL;
    const soft = context.createDynamicsCompressor();
    master.connect(soft).connect(context.destination);
    const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    this.context = context;
    this.master = master;
    this.noise = noise;
  }

  /** Plays a sound now, or in some milliseconds. */
  play(sound: SoundName, gain = 1, length = 300, delay = 0): void {
    if (!this.context || this.silent || this.context.state !== "running") return;
    const when = this.context.currentTime + delay / 1000;
    const vary = () => 0.95 + 0.1 * Math.random();
    const pitch = vary();
    const loud = gain * vary();
    const lasts = length / 1000;
    switch (sound) {
      case "tock":
        this.tone(when, 1100 * pitch, 0.06, 0.5 * loud, "triangle");
        this.tone(when, 430 * pitch, 0.05, 0.5 * loud);
        this.hiss(when, 1800, 1, 0.012, 0.5 * loud);
        break;
      case "glass":
        this.tone(when, 2300 * pitch, 0.08, 0.35 * loud);
        this.tone(when, 5150 * pitch, 0.22, 0.06 * loud);
        this.tone(when, 520 * pitch, 0.04, 0.4 * loud);
        this.hiss(when, 3200, 1, 0.01, 0.4 * loud);
        break;
      case "click":
        this.tone(when, 3500 * pitch, 0.025, 0.45 * loud);
        this.tone(when, 5600 * pitch, 0.02, 0.15 * loud);
        break;
      case "roll":
        this.swell(when, 400 * pitch, 1.2, lasts, 0.4 * loud, 1.6);
        break;
      case "hush":
        this.swell(when, 900 * pitch, 0.6, lasts, 0.16 * loud, 1);
        break;
      case "knock":
        this.tone(when, 180 * pitch, 0.09, 0.9 * loud);
        this.hiss(when, 500, 0.8, 0.02, 0.4 * loud);
        break;
      case "tilt":
        this.swell(when, 150, 0.9, 0.5, 0.3 * loud, 1);
        this.tone(when + 0.45, 90 * pitch, 0.22, 0.9 * loud);
        break;
      case "turn":
        this.wooden(when, [587, 784], loud);
        break;
      case "result":
        this.wooden(when, [587, 784, 988], loud);
        break;
      case "tick":
        this.tone(when, 1500 * pitch, 0.02, 0.3 * loud, "square");
        break;
      case "lift":
        this.hiss(when, 1200, 0.7, 0.05, 0.06 * loud);
        break;
    }
  }

  /** Plays the cues of a motion as it begins; gives a way to silence those still to come. */
  follow(cues: Cue[]): () => void {
    const timers = cues.map((cue) => setTimeout(() => this.play(cue.sound, cue.gain, cue.length), cue.at));
    return () => timers.forEach(clearTimeout);
  }

  private wooden(when: number, notes: number[], gain: number): void {
    notes.forEach((note, i) => {
      this.tone(when + i * 0.13, note, 0.24, 0.4 * gain, "triangle");
      this.tone(when + i * 0.13, note * 3.9, 0.05, 0.12 * gain);
      this.hiss(when + i * 0.13, 1400, 1, 0.01, 0.2 * gain);
    });
  }

  /** A struck note: at once there, soon gone. */
  private tone(when: number, hertz: number, seconds: number, gain: number, type: OscillatorType = "sine"): void {
    const [context, master] = [this.context!, this.master!];
    const source = context.createOscillator();
    const level = context.createGain();
    source.type = type;
    source.frequency.setValueAtTime(hertz * 1.03, when);
    source.frequency.exponentialRampToValueAtTime(hertz, when + 0.015);
    level.gain.setValueAtTime(0, when);
    level.gain.linearRampToValueAtTime(gain, when + 0.002);
    level.gain.exponentialRampToValueAtTime(0.0005, when + seconds);
    source.connect(level).connect(master);
    source.start(when);
    source.stop(when + seconds + 0.02);
  }

  /** A touch of noise. */
  private hiss(when: number, hertz: number, q: number, seconds: number, gain: number): void {
    const level = this.band(when, hertz, q, seconds);
    level.gain.setValueAtTime(gain, when);
    level.gain.exponentialRampToValueAtTime(0.0005, when + seconds);
  }

  /** Noise that grows and dies; `late` over 1 puts its height towards the end. */
  private swell(when: number, hertz: number, q: number, seconds: number, gain: number, late: number): void {
    const level = this.band(when, hertz, q, seconds);
    const curve = new Float32Array(24).map((_, i) => gain * Math.sin(Math.PI * (i / 23) ** late));
    level.gain.setValueCurveAtTime(curve, when, seconds);
  }

  private band(when: number, hertz: number, q: number, seconds: number): GainNode {
    const [context, master] = [this.context!, this.master!];
    const source = context.createBufferSource();
    source.buffer = this.noise;
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = hertz;
    filter.Q.value = q;
    const level = context.createGain();
    level.gain.value = 0;
    source.connect(filter).connect(level).connect(master);
    source.start(when, Math.random());
    source.stop(when + seconds + 0.02);
    return level;
  }

  dispose(): void {
    void this.context?.close();
    this.context = null;
  }
}

// Synthesised knocks of wood on wood, louder and brighter with the speed of the hit.

import type { MotionEvent } from "./motion.ts";

interface Voice {
  readonly tones: readonly (readonly [frequency: number, gain: number])[];
  readonly decay: number;
  readonly noise: number;
}

const VOICES: Readonly<Record<string, Voice>> = {
  disc: {
    tones: [
      [1850, 1],
      [2960, 0.5],
      [4700, 0.22],
    ],
    decay: 0.045,
    noise: 0.5,
  },
  frame: {
    tones: [
      [310, 1],
      [720, 0.55],
      [1240, 0.2],
    ],
    decay: 0.09,
    noise: 0.35,
  },
  pocket: {
    tones: [
      [150, 1],
      [260, 0.7],
      [540, 0.25],
    ],
    decay: 0.2,
    noise: 0.8,
  },
};
const BELL: Voice = {
  tones: [
    [660, 1],
    [990, 0.4],
  ],
  decay: 0.4,
  noise: 0,
};
const QUIETEST = 0.02;
const LOUDEST = 6;
const MOST_AT_ONCE = 160;
/** A break has dozens of hits within milliseconds: limit their sum softly below clipping. */
const CEILING = 8;
const SOFT = Float32Array.from({ length: 1025 }, (_, i) => Math.tanh((i / 512 - 1) * CEILING));

export class Sound {
  private quiet = false;
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private out: GainNode | null = null;

  get muted(): boolean {
    return this.quiet;
  }

  /** Muting also silences the stroke in progress. */
  set muted(quiet: boolean) {
    this.quiet = quiet;
    if (quiet) this.silence();
  }

  /** Call inside a touch or key event: browsers allow sound only then. */
  wake(): void {
    if (this.muted || typeof AudioContext === "undefined") return;
    if (!this.context) {
      this.context = new AudioContext();
      const length = Math.floor(this.context.sampleRate * 0.25);
      this.noise = this.context.createBuffer(1, length, this.context.sampleRate);
      const data = this.noise.getChannelData(0);
      for (let i = 0; i < length; i++) data[i] = Math.random() * 2 - 1;
    }
    void this.context.resume();
  }

  /** Schedule all sounds of a stroke after moment `from`, at `rate`. */
  schedule(events: readonly MotionEvent[], from: number, rate: number): void {
    this.silence();
    const now = this.begin();
    if (now === null) return;
    let voices = 0;
    for (const [t, kind, , , impact] of events) {
      const voice = VOICES[kind];
      if (!voice || t < from || impact < QUIETEST || voices++ > MOST_AT_ONCE) continue;
      this.strike(voice, now + (t - from) / rate, kind === "pocket" ? Math.max(impact, 1.5) : impact);
    }
  }

  ring(): void {
    const now = this.begin();
    if (now === null) return;
    this.strike(BELL, now, 1.5);
    this.strike(BELL, now + 0.16, 1.5);
  }

  /** The output and its earliest time; null if sound is not allowed. */
  private begin(): number | null {
    const { context } = this;
    if (this.muted || !context || !this.noise || context.state !== "running") return null;
    if (!this.out) {
      this.out = context.createGain();
      this.out.gain.value = 1 / CEILING;
      const soft = context.createWaveShaper();
      soft.curve = SOFT;
      this.out.connect(soft).connect(context.destination);
    }
    return context.currentTime + 0.01;
  }

  silence(): void {
    this.out?.disconnect();
    this.out = null;
  }

  private strike(voice: Voice, when: number, impact: number): void {
    const context = this.context as AudioContext;
    const loud = Math.min(1, impact / LOUDEST) ** 0.7 * 0.35;
    const bright = 0.6 + 0.4 * Math.min(1, impact / LOUDEST);
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(loud, when);
    envelope.gain.exponentialRampToValueAtTime(1e-4, when + voice.decay * (1 + bright));
    envelope.connect(this.out as GainNode);
    voice.tones.forEach(([frequency, gain], index) => {
      const tone = context.createOscillator();
      const level = context.createGain();
      tone.frequency.value = frequency * (0.97 + 0.06 * Math.random());
      level.gain.value = index === 0 ? gain : gain * bright;
      tone.connect(level).connect(envelope);
      tone.start(when);
      tone.stop(when + voice.decay * 2.2);
    });
    const hiss = context.createBufferSource();
    const level = context.createGain();
    const filter = context.createBiquadFilter();
    hiss.buffer = this.noise;
    filter.type = "bandpass";
    filter.frequency.value = (voice.tones[0]?.[0] ?? 1000) * 1.4;
    level.gain.value = voice.noise * bright;
    hiss.connect(filter).connect(level).connect(envelope);
    hiss.start(when, 0, voice.decay);
  }
}

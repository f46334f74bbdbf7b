import { between, clamp } from './motion.ts';
import { moments } from './promo.ts';

export const RATE = 44_100;

/** Concert pitch of a note counted in semitones from A4. */
const pitch = (semitones: number): number => 440 * 2 ** (semitones / 12);
const C4 = -9;
const PENTATONIC = [0, 2, 4, 7, 9];

/** The same noise every time. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}

/** The track of the promo: a calm bed of chords with the sounds of its scenes, mono, −1 … 1. */
export function synthesizePromoMusic(seconds: number): Float32Array {
  const track = new Float32Array(Math.round(seconds * RATE));
  const add = (from: number, length: number, sample: (u: number) => number) => {
    const start = Math.round(from * RATE);
    for (let i = 0; i < length * RATE && start + i < track.length; i++) track[start + i]! += sample(i / RATE);
  };
  /** A struck tone with a soft overtone that dies away. */
  const bell = (from: number, hertz: number, loud: number, decay: number) =>
    add(from, decay * 5, (u) => {
      const swell = Math.min(1, u / 0.006);
      const tone = Math.sin(2 * Math.PI * hertz * u) + 0.22 * Math.sin(4 * Math.PI * hertz * u) * Math.exp(-u / 0.1);
      return loud * swell * Math.exp(-u / decay) * tone;
    });
  const thump = (from: number, hertz: number, loud: number) =>
    add(from, 0.4, (u) => loud * Math.exp(-u / 0.06) * Math.sin(2 * Math.PI * hertz * u * (1 - u * 0.6)));
  /** Filtered noise: `dark` 0 … 1 takes the treble away, `shape` is its loudness. */
  const hiss = (from: number, length: number, dark: number, seed: number, shape: (u: number) => number) => {
    const next = noise(seed);
    let held = 0;
    add(from, length, (u) => {
      held = held * dark + next() * (1 - dark);
      return held * shape(u);
    });
  };
  const tap = (from: number, seed: number, loud: number) => {
    hiss(from, 0.05, 0.3, seed, (u) => loud * Math.exp(-u / 0.007));
    thump(from, 190, loud * 0.5);
  };

  // The bed: F, C, a minor, G and back, each chord four and a half seconds long and overlapping the next.
  const chords = [
    [-4, 3, 8, 12],
    [0, 4, 7, 14],
    [-3, 4, 9, 12],
    [-5, 2, 7, 11],
  ];
  for (let n = 0; 3.6 + n * 4.5 < 31; n++) {
    const from = 3.6 + n * 4.5;
    for (const [voice, note] of chords[n % 4]!.entries()) {
      const hertz = pitch(C4 - 12 + note);
      add(from, 5.7, (u) => {
        const swell = between(u, 0, 1.4) * (1 - between(u, 4.1, 5.7));
        const drift = 0.8 * Math.sin(2 * Math.PI * 0.23 * u + voice);
        const tone = Math.sin(2 * Math.PI * hertz * u + drift) + 0.3 * Math.sin(4 * Math.PI * hertz * u);
        return (0.03 - voice * 0.004) * swell * tone;
      });
    }
  }

  // 1 · The parcel and its paper, a bell, steps that leave.
  thump(moments.parcel, 62, 0.3);
  hiss(moments.parcel, 0.5, 0.35, 11, (u) => 0.07 * Math.exp(-u / 0.14) * (0.6 + 0.4 * Math.sin(u * 90)));
  bell(moments.bell[0], pitch(C4 + 16), 0.16, 0.38);
  bell(moments.bell[1], pitch(C4 + 12), 0.16, 0.5);
  for (const [n, moment] of moments.steps.entries()) thump(moment, 72, 0.15 - n * 0.04);

  // 2 · Two short tones for the lid, the plug clicks.
  bell(moments.flaps[0], pitch(C4 + 9), 0.12, 0.16);
  bell(moments.flaps[1], pitch(C4 + 14), 0.12, 0.18);
  for (const moment of moments.flaps) hiss(moment, 0.3, 0.5, 23, (u) => 0.08 * Math.exp(-u / 0.08));
  tap(moments.risen, 31, 0.26);
  bell(moments.risen, pitch(C4 + 19), 0.05, 0.4);

  // 3 and 4 · The sea of the film, and a soft tone for what was seen.
  tap(moments.card[0], 37, 0.16);
  hiss(moments.card[0], 8.5, 0.94, 41, (u) => {
    const wave = 0.5 + 0.5 * Math.sin(2 * Math.PI * 0.21 * u - 1.2);
    return (0.05 + 0.1 * wave) * between(u, 0.6, 1.8) * (1 - between(u, 7.6, 8.5));
  });
  tap(moments.banner + 0.1, 43, 0.1);
  bell(moments.seen, pitch(C4 + 16), 0.1, 0.45);
  bell(moments.seen + 0.09, pitch(C4 + 21), 0.09, 0.6);

  // 5 · The oven and the keyboard.
  hiss(18, 5, 0.97, 53, (u) => 0.16 * between(u, 0, 0.5) * (1 - between(u, 4.4, 5)));
  add(18, 5, (u) => 0.012 * between(u, 0, 0.5) * (1 - between(u, 4.4, 5)) * Math.sin(2 * Math.PI * 98 * u));
  tap(moments.laptop + 0.05, 57, 0.14);
  for (const [n, moment] of moments.letters.entries()) tap(moment, 61 + n, 0.13 + (n % 3) * 0.02);

  // 6 · A click for each choice, one more for the button.
  for (const [n, moment] of moments.titles.entries()) bell(moment, pitch(C4 + PENTATONIC[n]! + 12), 0.06, 0.2);
  for (const [n, moment] of moments.choices.entries()) {
    tap(moment, 71 + n, 0.22);
    bell(moment, pitch(C4 + PENTATONIC[n + 1]! + 12), 0.05, 0.16);
  }
  tap(moments.publish, 79, 0.3);

  // 7 · Every window one tone, in a row upwards.
  for (const [n, moment] of moments.windows.entries())
    bell(moment, pitch(C4 + PENTATONIC[n % 5]! + 12 * Math.floor(n / 5)), 0.085 - n * 0.0025, 0.32);

  // 8 · The last chord, then silence.
  for (const [n, note] of [-12, 0, 7, 12, 16].entries())
    bell(moments.end + n * 0.03, pitch(C4 + note), 0.11 - n * 0.014, 0.75);

  return track.map((sample, i) => clamp(sample, -1, 1) * (1 - between(i / RATE, seconds - 0.5, seconds - 0.1)));
}

/** A file of 16-bit samples. */
export function wave(samples: Float32Array): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [i, sample] of samples.entries()) file.writeInt16LE(Math.round(sample * 32_767), 44 + i * 2);
  return file;
}

import type { DoorVerdict } from '#domain/events/door/rules.ts';

/** One short signal for valid, two for used, a long one for no. Milliseconds: on, off, on. */
const PATTERNS = { good: [90], twice: [90, 90, 90], bad: [520] } as const;
const PITCHES = { good: 880, twice: 620, bad: 220 } as const;

export type Signal = keyof typeof PATTERNS;

export const signalOf = (verdict: DoorVerdict | null): Signal =>
  verdict === 'valid' || verdict === 'again' ? 'good' : verdict === 'used' || verdict === 'choose' ? 'twice' : 'bad';

let sound: AudioContext | null = null;

/** Heard and felt; a browser that allows neither stays silent. Sound needs a press on the page before it. */
export function signal(which: Signal): void {
  navigator.vibrate?.([...PATTERNS[which]]);
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return;
  sound ??= new AudioContext();
  let at = sound.currentTime;
  for (const [place, milliseconds] of PATTERNS[which].entries()) {
    if (place % 2 === 0) tone(sound, PITCHES[which], at, milliseconds / 1000);
    at += milliseconds / 1000;
  }
}

function tone(context: AudioContext, pitch: number, from: number, seconds: number) {
  const [oscillator, volume] = [context.createOscillator(), context.createGain()];
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.18, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(from + seconds);
}

/** Hertz and seconds: short and high for received, long and low for refused. */
const SOUNDS = { short: { pitch: 1_320, lasts: 0.08 }, long: { pitch: 220, lasts: 0.5 } } as const;

let audio: AudioContext | null = null;

/** Where the browser has no sound, nothing is heard; the list says the same. */
export function sound(kind: keyof typeof SOUNDS): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const { pitch, lasts } = SOUNDS[kind];
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.1;
  tone.frequency.value = pitch;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + lasts);
}

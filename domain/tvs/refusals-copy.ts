import type { Sentences } from '../errors.ts';

export const tvRefusals = {
  DEVICE_NOT_USED_UP: 'Uređaj sa ovim brojem nije vezan za obrisan nalog. Proverite broj.',
  OWN_TV: 'O svom televizoru ne odlučujete sami.',
  TV_BLOCKED: 'Televizor je već blokiran.',
  TV_NOT_BLOCKED: 'Televizor nije blokiran. Osvežite stranu.',
  TV_SILENT: 'Ovaj televizor se još nije javio, pa ne može da primi poruku.',
  VENUE_CHANGED: 'Vrsta mesta se u međuvremenu promenila. Osvežite stranu.',
} satisfies Sentences;

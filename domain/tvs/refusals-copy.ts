import type { Sentences } from '../errors.ts';

export const tvRefusals = {
  TV_BLOCKED: 'Televizor je već blokiran.',
  TV_NOT_BLOCKED: 'Televizor nije blokiran. Osvežite stranu.',
  TV_SILENT: 'Ovaj televizor se još nije javio, pa ne može da primi poruku.',
  VENUE_CHANGED: 'Vrsta mesta se u međuvremenu promenila. Osvežite stranu.',
} satisfies Sentences;

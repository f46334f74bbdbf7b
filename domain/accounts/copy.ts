import type { Sentences } from '../errors.ts';

export const accountRefusals = {
  REQUEST_GONE: 'Zahtev više ne postoji; neko ga je već obradio.',
} satisfies Sentences;

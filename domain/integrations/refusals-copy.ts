import type { Sentences } from '../errors.ts';

export const integrationRefusals = {
  FEED_RESTARTED:
    'Baza je u međuvremenu vraćena iz kopije ili je zamenjena, pa mesto čitanja više ne važi. Čitajte ponovo od početka, bez „after“.',
  CURSOR_INVALID: 'Mesto čitanja nije ispravno. Prepišite „cursor“ poslednjeg reda koji ste pročitali.',
} satisfies Sentences;

import type { Sentences } from '../errors.ts';
import { typeset } from '../typography.ts';

/** The page behind the link in the mail. */
export const ownPayoutCopy = typeset({
  line: (order: number) => `Narudžbina ${order}`,
  title: (amount: string) => `Vraćamo Vam ${amount}`,
  ask: 'Upišite račun na koji da pošaljemo novac. Račun mora da bude u dinarima, u banci u Srbiji.',
  asked: 'Čekamo da upišete račun.',
  name: 'Upišite račun',
  form: 'Račun za povraćaj',
  send: 'Sačuvaj račun',
  saved: 'Račun je sačuvan.',
  ready: (account: string) => `Račun ${account} je upisan. Isplata ide u sledeći nalog za banku.`,
  change: 'Promeni račun',
  keep: 'Ostavi kako jeste',
  proof: 'Pre upisa računa potvrdite da ste to Vi.',
  listed: (account: string) => `Nalog za isplatu na račun ${account} je u banci. Račun više ne može da se promeni.`,
  done: (account: string) => `Novac je poslat na račun ${account}.`,
  safe: 'Nikada ne tražimo broj kartice, kod sa kartice ni lozinku.',
  ended: 'Ova adresa više ne važi',
  endedText: 'Povraćaj je otkazan, ili smo Vam poslali noviju poruku sa drugom adresom.',
  failed: 'Povraćaj novca',
});

export const payoutRefusals = {
  PAYOUT_LINK_ENDED: 'Ova adresa više ne važi. Pogledajte najnoviju poruku o povraćaju.',
  PAYOUT_GONE: 'Te isplate nema.',
  PAYOUT_LISTED: 'Nalog je već u banci, pa račun više ne može da se promeni.',
  PAYOUT_ACCOUNT_CHANGED:
    'U međuvremenu je upisan drugi račun, pa ovaj nije sačuvan. Pogledajte novo stanje pa nastavite.',
  PAYOUTS_CHANGED: 'Isplate su se u međuvremenu promenile. Pogledajte novo stanje i napravite nalog ponovo.',
  ACCOUNT_WRONG: ({ reason }: { reason: 'digits' | 'abroad' }) =>
    reason === 'digits'
      ? 'Broj računa nije ispravan. Proverite cifre: 3 za banku, do 13 za račun i 2 kontrolne.'
      : 'To je račun u Crnoj Gori. Upišite račun u banci u Srbiji.',
} satisfies Sentences;

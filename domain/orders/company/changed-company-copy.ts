import { typeset } from '../../typography.ts';

/** The firm of an order, and another one until the invoice. */
export const changedCompanyCopy = typeset({
  panel: 'Podaci firme',
  edit: 'Izmeni',
  what: 'podatke firme',
  title: (number: number) => `Podaci firme, narudžbina ${number}`,
  text: 'Važi samo za ovu narudžbinu. Ako je predračun izdat, kupac dobija nov, sa istim pozivom na broj.',
  textOwn: 'Važi samo za ovu narudžbinu. Ako je predračun izdat, dobijate nov, sa istim pozivom na broj.',
  name: 'Naziv firme',
  taxNumber: 'PIB',
  registrationNumber: 'Matični broj',
  taxNumberWrong: 'PIB nije ispravan. Proverite cifre.',
  registrationNumberWrong: 'Matični broj ima 8 cifara.',
  taxNumberOf: (digits: string) => `PIB ${digits}`,
  registrationNumberOf: (digits: string) => `MB ${digits}`,
  save: 'Sačuvaj podatke',
  saved: 'Podaci firme su sačuvani.',
  merge: 'Podaci firme su u međuvremenu izmenjeni',
  where: (number: number) => `Narudžbina ${number}`,
  closed:
    'Račun je u međuvremenu izdat, paket je spakovan ili je narudžbina otkazana, pa podaci firme više ne mogu da se promene. Upisano ostaje ovde dok ne zatvorite, da može da se prekopira.',
});

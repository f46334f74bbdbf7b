import type { Sentences } from '../errors.ts';

export const exchangeRefusals = {
  EXCHANGE_GONE: 'Ta zamena ne postoji.',
  EXCHANGE_MOVED: 'Zamena je u međuvremenu otišla dalje. Pogledajte novo stanje pa nastavite.',
  EXCHANGE_NOT_POSSIBLE: ({ serial }: { serial: string }) =>
    `Uređaj ${serial} nije kod kupca po ovoj narudžbini: nije isporučen, vraćen je ili je već zamenjen.`,
  EXCHANGE_UNDER_WAY: ({ serial }: { serial: string }) => `Uređaj ${serial} se već vraća ili menja.`,
  EXCHANGE_SERIAL_WRONG: ({ serial }: { serial: string }) => `Zamena se čeka za uređaj ${serial}. Skenirajte njega.`,
} satisfies Sentences;

import type { Sentences } from '../../errors.ts';
import { plural } from '../../plural.ts';

export const webhookRefusals = {
  WEBHOOK_GONE: 'Ova adresa je u međuvremenu uklonjena.',
  WEBHOOK_CHANGED: 'Adresa je u međuvremenu izmenjena. Vaša izmena nije sačuvana. Pogledajte novo stanje pa ponovite.',
  WEBHOOK_ADDED:
    'Adresa je već dodata, sa podacima koje ste poslali prvi put. Zatvorite ovaj prozor, pa je na spisku izmenite i zamenite joj tajnu.',
  WEBHOOK_NOT_HTTPS: 'Adresa mora da počinje sa https.',
  WEBHOOK_PRIVATE: 'Ova adresa vodi u privatnu mrežu. Upišite javnu adresu koja počinje sa https.',
  WEBHOOK_UNKNOWN_NAME: 'Ova adresa ne postoji na internetu. Proverite kako je napisana.',
  WEBHOOK_NO_ADDRESS: 'Upišite celu adresu, bez korisničkog imena i lozinke. Primer: https://knjige.primer.rs/vidik.',
  WEBHOOK_LIMIT: ({ most }: { most: number }) =>
    `Može najviše ${plural(most, { one: '# adresa', few: '# adrese', other: '# adresa' })}. Uklonite neku pa dodajte novu.`,
} satisfies Sentences;

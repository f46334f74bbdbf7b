import { plural } from '../plural.ts';
import { countBanners } from '../wording.ts';

/** Mails about vouchers: „Vi“ with a capital letter. */

const added = (n: number) =>
  plural(n, { one: 'je dodat # L-baner', few: 'su dodata # L-banera', other: 'je dodato # L-banera' });

export const mailCopy = {
  redeemed: {
    subject: 'Vaučer je iskorišćen',
    preview: (n: number) => `Na stanje ${added(n)}.`,
    text: (code: string, date: string, n: number) => `kod ${code} je iskorišćen ${date} i na Vaše stanje ${added(n)}.`,
    balance: (n: number) => `Novo stanje: ${countBanners(n)}.`,
    button: 'Pogledajte stanje',
    after: 'Ako kod niste Vi upisali, promenite lozinku i javite nam se.',
  },
} as const;

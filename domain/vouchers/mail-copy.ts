import { formatNumber } from '../money.ts';
import { plural } from '../plural.ts';

/** Mails about vouchers: „Vi“ with a capital letter. */
const banners = (n: number) => plural(n, { one: '# L-baner', few: '# L-banera', other: '# L-banera' });

export const mailCopy = {
  redeemed: {
    subject: 'Vaučer je iskorišćen',
    preview: (n: number) => `Na stanje je dodato ${formatNumber(n)} L-banera.`,
    text: (code: string, date: string, n: number) =>
      `kod ${code} je iskorišćen ${date} i na Vaše stanje je dodato ${banners(n)}.`,
    balance: (n: number) => `Novo stanje: ${banners(n)}.`,
    button: 'Pogledajte stanje',
    after: 'Ako kod niste Vi upisali, promenite lozinku i javite nam se.',
  },
} as const;

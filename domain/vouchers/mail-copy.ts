import { plural } from '../plural.ts';

/** copy/emails.md, 11. */
const banners = (n: number) => plural(n, { one: '# L-baner', few: '# L-banera', other: '# L-banera' });
const number = new Intl.NumberFormat('sr-Latn-RS');

export const mailCopy = {
  redeemed: {
    subject: 'Vaučer je iskorišćen',
    preview: (n: number) => `Na stanje je dodato ${number.format(n)} L-banera.`,
    text: (code: string, date: string, n: number) =>
      `kod ${code} je iskorišćen ${date} i na Vaše stanje je dodato ${banners(n)}.`,
    balance: (n: number) => `Novo stanje: ${banners(n)}.`,
    button: 'Pogledajte stanje',
    after: 'Ako kod niste Vi upisali, promenite lozinku i javite nam se.',
  },
} as const;

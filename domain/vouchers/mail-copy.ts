import { formatNumber } from '../money.ts';
import { countBanners } from '../wording.ts';

/** Mails about vouchers: „Vi“ with a capital letter. */

export const mailCopy = {
  redeemed: {
    subject: 'Vaučer je iskorišćen',
    preview: (n: number) => `Na stanje je dodato ${formatNumber(n)} L-banera.`,
    text: (code: string, date: string, n: number) =>
      `kod ${code} je iskorišćen ${date} i na Vaše stanje je dodato ${countBanners(n)}.`,
    balance: (n: number) => `Novo stanje: ${countBanners(n)}.`,
    button: 'Pogledajte stanje',
    after: 'Ako kod niste Vi upisali, promenite lozinku i javite nam se.',
  },
} as const;

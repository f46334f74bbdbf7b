import { formatNumber } from '../money.ts';
import { plural } from '../plural.ts';

export const stockMails = {
  low: {
    subject: (left: number, limit: number) => `Na zalihama je ${formatNumber(left)}, granica je ${formatNumber(limit)}`,
    preview: 'Upišite prijem ili promenite granicu.',
    text: (left: number, limit: number) =>
      `${plural(left, { one: 'na zalihama je # uređaj', few: 'na zalihama su # uređaja', other: 'na zalihama je # uređaja' })}, a granica za upozorenje je ${formatNumber(limit)}. Sledeću poruku šaljemo tek kad zalihe budu dopunjene, pa ponovo padnu ispod granice.`,
    button: 'Otvorite zalihe',
  },
} as const;

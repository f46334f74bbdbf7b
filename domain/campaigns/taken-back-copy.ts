import { formatNumber } from '../money.ts';

/** Why a campaign was paused and units of its budget were taken, as its company reads it. */
export const takenBackWords = {
  refund: (units: number) =>
    `Iz budžeta je skinuto ${formatNumber(units)}, jer je novac za paket vraćen. Televizori zadržavaju ono što su već dobili.`,
  dispute: (units: number) =>
    `Iz budžeta je skinuto ${formatNumber(units)}, jer je banka zadržala uplatu za paket. Televizori zadržavaju ono što su već dobili.`,
} as const;

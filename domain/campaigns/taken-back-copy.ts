import { formatNumber } from '../money.ts';

/** Why a campaign was paused and units of its budget were taken, as its company reads it. */
export const takenBackWords = {
  refund: (units: number) =>
    `Iz budžeta je skinuto ${formatNumber(units)}, jer je novac za paket vraćen. Ono što je već dodeljeno televizorima ostaje u budžetu.`,
  dispute: (units: number) =>
    `Iz budžeta je skinuto ${formatNumber(units)}, jer je banka zadržala uplatu za paket. Ono što je već dodeljeno televizorima ostaje u budžetu.`,
} as const;

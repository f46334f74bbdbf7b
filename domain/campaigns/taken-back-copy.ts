import { formatNumber } from '../money.ts';

/** Why a campaign of a blocked account stands still, as its company and the desk read it. */
export const blockedWords = {
  campaign: 'Nalog je bio blokiran, pa je kampanja pauzirana. Ne nastavlja se sama: nastavite je kada želite.',
  /** A special package goes on by us. */
  special:
    'Nalog je bio blokiran, pa je Specijalni paket pauziran. Nastavljamo ga mi, a dani koji nisu održani dodaju se na kraj.',
} as const;

const rest = (left: number) => (left > 0 ? ' Ono što je već dodeljeno televizorima ostaje u budžetu.' : '');

/** Why a campaign was paused and units of its budget were taken, of which so many are left, as its company reads it. */
export const takenBackWords = {
  refund: (units: number, left: number) =>
    `Iz budžeta je skinuto ${formatNumber(units)}, jer je novac za paket vraćen.${rest(left)}`,
  dispute: (units: number, left: number) =>
    `Iz budžeta je skinuto ${formatNumber(units)}, jer je banka zadržala uplatu za paket.${rest(left)}`,
} as const;

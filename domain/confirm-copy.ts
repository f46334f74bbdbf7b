import { formatNumber } from './money.ts';

/** Before many things are changed for good. */
export const confirmCopy = {
  type: (n: number) => `Upišite ${formatNumber(n)} za potvrdu`,
  typeHint: 'Dugme radi kad je broj tačan.',
} as const;

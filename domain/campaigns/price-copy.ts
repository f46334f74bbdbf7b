import { type Currency, formatMoney, formatMoneyExact } from '../money.ts';

/** `0,0166 €` of hundredths of a cent; what cost nothing is `0 €`. */
export function formatPrice({ amount, currency }: { amount: number; currency: Currency }): string {
  if (amount === 0) return formatMoney({ amount, currency });
  const [whole, sign] = formatMoneyExact({ amount: Math.floor(amount / 100), currency }).split('\u00a0');
  return `${whole}${String(amount % 100).padStart(2, '0')}\u00a0${sign}`;
}

export const packagesNamed = (names: readonly string[]): string =>
  `${names.length === 1 ? 'paket' : 'paketi'} ${names.join(' i ')}`;

const FREE = 'vaučer ili ispravka';

/** What a play of the budget would cost, beside the estimate. `names`: of packages; `null`: units of vouchers and corrections. */
export const budgetPriceCopy = {
  of: (names: readonly (string | null)[]) => {
    const packages = names.filter((name) => name !== null);
    const sold = packages.length === 0 ? [] : [packagesNamed(packages)];
    return ['Cena', ...sold, ...(names.includes(null) ? [FREE] : [])].join(', ');
  },
  value: (price: { amount: number; currency: Currency }, spotSeconds: number | null) =>
    `${formatPrice(price)} po prikazu${spotSeconds === null ? '' : ` od ${spotSeconds} s`}`,
  twoCurrencies: 'paketi su plaćeni u dve valute',
};

import { company } from './company.ts';
import { common } from './copy.ts';
import { formatMoney, type Money } from './money.ts';

/** Serbian VAT; prices include it when the company pays it (`COMPANY_VAT_PAYER`). */
const VAT_PERCENT = 20;

const paysVat = (): boolean => company.vatPayer !== 'no';

/** Euros as whole dinars at the shop's rate (`EUR_RSD_RATE`), for reading; the card is charged in euros. */
export const inDinars = ({ amount }: Pick<Money, 'amount'>): Money => ({
  amount: Math.round((amount * Number(company.eurRsdRate)) / 100) * 100,
  currency: 'RSD',
});

/** The VAT inside a price, in its minor units; `null` when the company pays none. */
export const vatIn = (amount: number): number | null =>
  paysVat() ? Math.round((amount * VAT_PERCENT) / (100 + VAT_PERCENT)) : null;

/** What stands under a price in euros: `234.223 RSD, PDV je uračunat`. */
export const priceNote = (price: Pick<Money, 'amount'>): string =>
  [formatMoney(inDinars(price)), ...(paysVat() ? [common.vatIncluded] : [])].join(', ');

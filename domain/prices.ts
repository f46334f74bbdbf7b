import { company } from './company.ts';
import { common } from './copy.ts';
import { formatMoney, type Money } from './money.ts';

/** Serbian VAT; prices include it when the company pays it (`COMPANY_VAT_PAYER`). */
export const VAT_PERCENT = 20;

export const paysVat = (): boolean => company.vatPayer !== 'no';

/** Euro cents as whole dinars, in para, at so many dinars for one euro. */
export const dinarsAt = (euroCents: number, rate: number): Money => ({
  amount: Math.round((euroCents * rate) / 100) * 100,
  currency: 'RSD',
});

/** Euros as whole dinars at the shop's rate (`EUR_RSD_RATE`), for reading; the card is charged in euros. */
export const inDinars = ({ amount }: Pick<Money, 'amount'>): Money => dinarsAt(amount, Number(company.eurRsdRate));

/** The VAT inside a price, in its minor units; `null` when the company pays none. */
export const vatIn = (amount: number): number | null =>
  paysVat() ? Math.round((amount * VAT_PERCENT) / (100 + VAT_PERCENT)) : null;

/** What stands under a price in euros: `234.223 RSD, PDV je uračunat`. */
export const priceNote = (price: Pick<Money, 'amount'>): string =>
  [formatMoney(inDinars(price)), ...(paysVat() ? [common.vatIncluded] : [])].join(', ');

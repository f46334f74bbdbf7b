import { company } from './company.ts';
import { common } from './copy.ts';
import { formatMoney, type Money } from './money.ts';

/** Serbian VAT; prices include it when the company pays it (`COMPANY_VAT_PAYER`). */
export const VAT_PERCENT = 20;

export const isSellerVatPayer = (): boolean => company.vatPayer !== 'no';

/** Euro cents as whole dinars, in para, at so many dinars for one euro. */
export const dinarsAt = (euroCents: number, rate: number): Money => ({
  amount: Math.round((euroCents * rate) / 100) * 100,
  currency: 'RSD',
});

/** The rate that pages are built with (`EUR_RSD_RATE`); what an order is reckoned at is asked of the server. */
export const buildTimeExchangeRate = (): number => Number(company.eurRsdRate);

/** `117,17`, in words of a rate. */
export const formatRate = (rate: number): string => String(rate).replace('.', ',');

/** The VAT inside a price, in its minor units; `null` when the company pays none. */
export const vatIn = (amount: number): number | null =>
  isSellerVatPayer() ? Math.round((amount * VAT_PERCENT) / (100 + VAT_PERCENT)) : null;

/** What stands under a price in euros: `234.223 RSD, PDV je uračunat`. The card is charged in euros. */
export const priceNote = (price: Pick<Money, 'amount'>, rate: number): string =>
  [formatMoney(dinarsAt(price.amount, rate)), ...(isSellerVatPayer() ? [common.vatIncluded] : [])].join(', ');

/** Where prices stand that are written at build: at which rate their dinars are. */
export const buildTimeRateNote = (): string => common.builtRate(formatRate(buildTimeExchangeRate()));

import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { Day } from '../../shapes.ts';

/** Dinars for one euro, with up to four decimals, as the National Bank says it. */
const HIGHEST_RATE = 9_999;
const isRate = (rate: number): boolean => rate >= 1 && rate <= HIGHEST_RATE && Number(rate.toFixed(4)) === rate;
const Rate = z.number().min(1).max(HIGHEST_RATE).refine(isRate);

/** `117,1726` as a rate; `null` for what is none. */
export function parseExchangeRate(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  const rate = /^\d{1,4}(\.\d{1,4})?$/.test(text) ? Number(text) : null;
  return rate !== null && isRate(rate) ? rate : null;
}

/** What a rate is to the day: what holds cannot be changed, because orders were placed at it. */
export const RATE_STATES = ['coming', 'valid', 'past'] as const;
export type RateState = (typeof RATE_STATES)[number];

export const ExchangeRates = z.object({
  /** Of the company's settings (`EUR_RSD_RATE`): holds before the first row. */
  configured: z.number(),
  /** The newest first. */
  rows: z.array(
    z.object({
      validFrom: Day,
      rate: z.number(),
      state: z.enum(RATE_STATES),
      setAt: z.date(),
      /** The address of whoever set it; `null` when they are gone. */
      setBy: z.string().nullable(),
    }),
  ),
});
export type ExchangeRates = z.infer<typeof ExchangeRates>;

interface Known {
  configured: number;
  rows: readonly { rate: number; state: RateState }[];
}
/** What holds today. */
export const rateNow = ({ configured, rows }: Known): number =>
  rows.find(({ state }) => state === 'valid')?.rate ?? configured;

const tags = ['orders'];
const holds = { RATE_HOLDS: {} } as const;

export const exchangeRates = {
  rates: {
    list: oc.route({ method: 'GET', path: '/admin/rates', tags }).output(ExchangeRates),
    /** From today at the earliest. One of a day to come takes the place of the one that was set for it. */
    set: oc
      .route({ method: 'POST', path: '/admin/rates', tags })
      .input(z.object({ validFrom: Day, rate: Rate }))
      .output(ExchangeRates)
      .errors(refusals({ ...holds, RATE_PAST: { status: 422, data: z.object({ from: Day }) } })),
    /** One of a day to come. */
    remove: oc
      .route({ method: 'POST', path: '/admin/rates/{validFrom}/remove', tags })
      .input(z.object({ validFrom: Day }))
      .output(ExchangeRates)
      .errors(refusals({ ...holds, RATE_GONE: { status: 404 } })),
  },
};

import type { FulfilmentState, PaymentState } from '../order-states.ts';

/** Waiting, done well, partly gone back, gone wrong. */
export const PAYMENT_TONE = {
  unpaid: 'warn',
  processing: 'warn',
  due: 'warn',
  collected: 'warn',
  paid: 'ok',
  settled: 'ok',
  part_refunded: 'info',
  refunded: 'err',
  cancelled: 'err',
} as const satisfies Record<PaymentState, string>;

export const FULFILMENT_TONE = {
  new: 'warn',
  packed: 'warn',
  handed_over: 'warn',
  in_transit: 'warn',
  delivered: 'ok',
  refused: 'err',
  returned: 'err',
  lost: 'err',
  damaged: 'err',
} as const satisfies Record<FulfilmentState, string>;

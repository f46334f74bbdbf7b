import { REFUND_SCOPES, type RefundScope } from '#domain/refunds/rules.ts';
import type { RefundDeskRow } from './refund-row.ts';

export type RefundablePayment = RefundDeskRow['payments'][number];

export const canBeRefunded = ({ left, hasTerms }: RefundablePayment) => left > 0 || hasTerms;

/** Months that were paid ahead go back as months, or by the terms with the last one that began, and as nothing else. */
export function scopesOf(payment: RefundablePayment | undefined): RefundScope[] {
  const { left = 0, months = 0, devices = 0, hasTerms = false } = payment ?? {};
  const plain = REFUND_SCOPES.filter(
    (one) => one !== 'months' && one !== 'terms' && (one !== 'devices' || devices > 0),
  );
  return [...(left === 0 ? [] : months > 0 ? (['months'] as const) : plain), ...(hasTerms ? (['terms'] as const) : [])];
}

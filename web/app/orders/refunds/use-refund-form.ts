import { useState } from 'react';
import { readCents } from '#domain/money.ts';
import {
  isOfTerms,
  REFUND_REASONS,
  type RefundReason,
  type RefundScope,
  type ReturnedGoods,
} from '#domain/refunds/rules.ts';
import type { RefundDeskRow, RefundRequest } from './refund-row.ts';
import { canBeRefunded, scopesOf } from './refund-scopes.ts';

interface Opened {
  order: number;
  desk: RefundDeskRow;
  /** The paid month that it was opened for; of others the newest payment stands there first. */
  period: string | null;
}

/** What of which payment of an order goes back, as it is chosen and typed; `onChange` hears of every change. */
export function useRefundForm({ order, desk, period }: Opened, onChange: () => void) {
  const payments = desk.payments.filter(canBeRefunded);
  const [chosen, setChosen] = useState(payments.find((one) => period && one.period === period) ?? payments[0]);
  const found = payments.find(({ key }) => key === chosen?.key);
  const payment = found ?? chosen;
  const months = payment?.months ?? 0;
  const [scope, setScope] = useState<RefundScope>(scopesOf(payment)[0]!);
  const [count, setCount] = useState(months || 1);
  const [typed, setTyped] = useState('');
  const [chosenReason, setReason] = useState<RefundReason | ''>('');
  const [statedOn, setStatedOn] = useState('');
  const [goods, setGoods] = useState<ReturnedGoods>('none');
  const [serials, setSerials] = useState<string[]>([]);
  const [note, setNote] = useState('');

  const reasons = REFUND_REASONS.filter((one) => isOfTerms(one) === (scope === 'terms'));
  const reason: RefundReason | '' = reasons.find((one) => one === chosenReason) ?? '';
  const isStated = reason === 'terms_withdrawal';
  const isDayMissing = isStated && statedOn === '';
  const amount = scope === 'amount' ? readCents(typed) : null;
  const isAmountWrong = scope === 'amount' && (amount === null || amount === 0);
  const wanted: RefundRequest | null =
    !found || isAmountWrong || isDayMissing
      ? null
      : {
          order,
          payment: found.key,
          scope,
          ...(amount === null ? {} : { amount }),
          ...(scope === 'devices' ? { devices: count } : {}),
          ...(scope === 'months' ? { months: Math.min(count, months) } : {}),
          reason: reason || (scope === 'terms' ? 'terms_end' : 'agreement'),
          ...(isStated ? { statedOn } : {}),
          goods,
          serials: goods === 'none' ? [] : serials,
          note,
        };

  const change =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      onChange();
      set(value);
    };

  return {
    payment,
    /** Whether the payment still can go back. */
    isFound: found !== undefined,
    /** Those to choose from, with the chosen one also when it cannot go back any more. */
    offered: found || !chosen ? payments : [chosen, ...payments],
    choosePayment(key: string) {
      const next = payments.find((one) => one.key === key)!;
      change(setChosen)(next);
      setCount(next.months || 1);
      setScope(scopesOf(next)[0]!);
    },
    scopeFields: {
      payment,
      scope,
      onScope: change(setScope),
      count,
      onCount: change(setCount),
      typed,
      isAmountWrong,
      onTyped: change(setTyped),
    },
    reasonFields: { reasons, reason, onReason: change(setReason), isStated, statedOn, onStatedOn: change(setStatedOn) },
    goodsFields: { goods, onGoods: change(setGoods), serials, onSerials: change(setSerials) },
    note,
    onNote: change(setNote),
    /** What is asked of the server; `null` while something is missing. */
    wanted,
    isReasonMissing: reason === '',
    /** What the person chose and typed, for the key that it is sent with. */
    values: [scope, count, typed, reason, statedOn, goods, serials, note],
  };
}

import { expect, test } from 'vitest';
import { askingMailOf, type OrderWait, orderWaitOf } from './waits.ts';
import { waitSaid } from './waits-copy.ts';

type Open = Parameters<typeof orderWaitOf>[0];

const order = {
  status: 'paid',
  lines: [
    { kind: 'goods' as const, quantity: 10 },
    { kind: 'fee' as const, quantity: 1 },
  ],
  transfer: null,
};
const back: Open['returns'][number] = {
  kind: 'withdrawal',
  state: 'requested',
  serials: ['VDK-26-000001'],
  dueOn: '2026-12-07',
  isToDecideAgain: false,
};
const refund: Open['refunds'][number] = {
  state: 'sending',
  money: { amount: 2_566_000, currency: 'RSD' },
  payout: { state: 'ready' },
};
const waits = (open: Partial<Open>): OrderWait | null => orderWaitOf({ order, returns: [], refunds: [], ...open });
const said = (open: Partial<Open>) => {
  const wait = waits(open);
  return wait && waitSaid(wait).replaceAll('\u00a0', ' ');
};

test('an order that waits for its transfer says until when, and one that is paid or called off does not', () => {
  const transfer = { validUntil: '2026-12-06' };
  expect(said({ order: { ...order, status: 'pending', transfer } })).toMatch(/^Čeka se uplata do 6\. 12\. 2026/);
  for (const status of ['paid', 'cancelled']) expect(said({ order: { ...order, status, transfer } })).toBeNull();
});

test('devices that come back are shown with how many of all they are, and decided about once they are here', () => {
  expect(said({ returns: [back] })).toBe('Kupac traži povraćaj: 1 od 10.');
  expect(said({ returns: [{ ...back, state: 'label_sent' }] })).toBe('Kupac traži povraćaj: 1 od 10.');
  expect(said({ returns: [{ ...back, kind: 'complaint' }] })).toBe('Prijavljen je kvar: 1 od 10.');
  expect(said({ returns: [{ ...back, state: 'received' }] })).toMatch(
    /^Vraćen uređaj je pregledan, odlučite o povraćaju\. Rok za povraćaj novca: 7\. 12\. 2026/,
  );
  for (const n of [2, 5, 21])
    expect(said({ returns: [{ ...back, state: 'received', serials: Array(n).fill('VDK') }] }), String(n)).toMatch(
      /^Vraćeni uređaji su pregledani, odlučite o povraćaju\./,
    );
  for (const state of ['decided', 'done', 'called_off'] as const)
    expect(said({ returns: [{ ...back, state }] }), state).toBeNull();
});

test('money that goes back to an account waits for a payment order, and above the limit for a second person first', () => {
  expect(waits({ refunds: [refund] })).toEqual({ kind: 'payout', money: refund.money });
  expect(waits({ refunds: [refund, { ...refund, state: 'asked', payout: null }] })).toMatchObject({
    kind: 'second person',
  });
  for (const state of ['account', 'listed'] as const)
    expect(waits({ refunds: [{ ...refund, payout: { state } }] }), state).toBeNull();
  expect(waits({ refunds: [{ ...refund, state: 'done' }] })).toBeNull();
});

test('what a person decides comes before what the bank does and what the buyer sends', () => {
  const again = { ...back, state: 'decided' as const, isToDecideAgain: true };
  expect(waits({ returns: [back, again], refunds: [refund] })).toEqual({ kind: 'decide again' });
  expect(waits({ returns: [back], refunds: [refund] })).toMatchObject({ kind: 'payout' });
});

test('once a part of a transfer came, what is sent again asks for the rest, and never an earlier paper for the whole', () => {
  const mail = (id: string, template: string, more = {}) => ({
    id,
    template,
    state: 'sent',
    isRepeatable: true,
    ...more,
  });
  const whole = mail('whole', 'orders.proforma');
  const rest = mail('rest', 'orders.part-paid');
  expect(askingMailOf([mail('reminder', 'orders.proforma-ending'), whole])?.id).toBe('whole');
  expect(askingMailOf([rest, whole])?.id).toBe('rest');
  expect(askingMailOf([mail('extended', 'orders.proforma'), rest, whole])?.id).toBe('extended');
  expect(askingMailOf([{ ...rest, state: 'queued' }, whole]), 'it is about to leave').toBeNull();
  expect(askingMailOf([{ ...rest, isRepeatable: false }, whole])).toBeNull();
  expect(askingMailOf([])).toBeNull();
});

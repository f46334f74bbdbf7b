import type { Day } from '../day.ts';
import type { Money } from '../money.ts';
import type { LINE_KINDS } from '../order-states.ts';
import type { PayoutState } from '../payouts/rules.ts';
import type { RefundState } from '../refunds/rules.ts';
import type { ReturnKind, ReturnState } from '../returns/rules.ts';

/** What is open of an order besides its parcels. */
export type OrderWait =
  | { kind: 'received'; of: ReturnKind; devices: number; until: Day }
  | { kind: 'decide again' }
  | { kind: 'second person'; money: Money }
  | { kind: 'payout'; money: Money }
  | { kind: 'return'; of: ReturnKind; devices: number; all: number }
  | { kind: 'transfer'; until: Day };

interface OpenOf {
  order: {
    status: string;
    lines: readonly { kind: (typeof LINE_KINDS)[number]; quantity: number }[];
    transfer: { validUntil: Day } | null;
  };
  returns: readonly {
    kind: ReturnKind;
    state: ReturnState;
    serials: readonly string[];
    dueOn: Day;
    isToDecideAgain: boolean;
  }[];
  refunds: readonly { state: RefundState; money: Money; payout: { state: PayoutState } | null }[];
}

interface WrittenMail {
  template: string;
  state: string;
  isRepeatable: boolean;
}

/** What asked for a transfer last, of mails from the newest on: after a part, the one with the paper for the rest. `null`: none to repeat. */
export function askingMailOf<Mail extends WrittenMail>(mails: readonly Mail[]): Mail | null {
  const last = mails.find(({ template }) => template === 'orders.proforma' || template === 'orders.part-paid');
  return last && last.state !== 'queued' && last.isRepeatable ? last : null;
}

/** The one thing to be done next: what people decide first, then what the bank does, then what the buyer sends. `null`: nothing is open. */
export function orderWaitOf({ order, returns, refunds }: OpenOf): OrderWait | null {
  const received = returns.find(({ state }) => state === 'received');
  if (received) return { kind: 'received', of: received.kind, devices: received.serials.length, until: received.dueOn };
  if (returns.some(({ isToDecideAgain }) => isToDecideAgain)) return { kind: 'decide again' };
  const asked = refunds.find(({ state }) => state === 'asked');
  if (asked) return { kind: 'second person', money: asked.money };
  const ready = refunds.find(({ state, payout }) => state === 'sending' && payout?.state === 'ready');
  if (ready) return { kind: 'payout', money: ready.money };
  const coming = returns.find(({ state }) => state === 'requested' || state === 'label_sent');
  if (coming) {
    const goods = order.lines.filter((line) => line.kind === 'goods');
    const all = goods.reduce((sum, { quantity }) => sum + quantity, 0);
    return { kind: 'return', of: coming.kind, devices: coming.serials.length, all };
  }
  if (order.status !== 'pending' || !order.transfer) return null;
  return { kind: 'transfer', until: order.transfer.validUntil };
}

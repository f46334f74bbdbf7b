import { mailNames } from '#domain/admin/mails-copy.ts';
import { couriersToChoose } from '#domain/fulfilment/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import type { OrderEventFacts, OrderEventKind } from '#domain/orders/events.ts';
import { eventWords, orderCopy } from '#domain/orders/order-page-copy.ts';

interface OrderEvent {
  kind: OrderEventKind;
  reference: string;
  facts: OrderEventFacts;
}

/** An event of an order in words; `currency` is the order's, for facts that name none. */
export function eventText({ kind, reference, facts }: OrderEvent, currency: string): string {
  const amount =
    typeof facts.amount === 'number'
      ? formatMoneyExact({
          amount: facts.amount,
          currency: typeof facts.currency === 'string' ? facts.currency : currency,
        })
      : '';
  return eventWords[kind].text(amount, reference, facts);
}

export const nameOfMail = (template: string): string =>
  Object.hasOwn(mailNames, template) ? mailNames[template as keyof typeof mailNames] : template;

const copy = orderCopy.timeline;
const NOT_PEOPLE: Record<string, string> = {
  ...couriersToChoose,
  system: copy.system,
  stripe: copy.provider,
  visitor: copy.visitor,
};
export function nameOfActor({ id, name, key }: { id: string; name: string | null; key?: string | null }): string {
  const who = name ?? NOT_PEOPLE[id] ?? copy.erased;
  return key ? copy.byKey(key, who) : who;
}

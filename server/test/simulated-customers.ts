import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { packages, subscriptions } from '../advertising/schema.ts';
import { orders } from '../orders/schema.ts';
import { disputes } from '../payments/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { vouchers } from '../vouchers/schema.ts';
import { call, person, type TestPerson } from './people.ts';
import { buyer, firm, GOOD_CARD, pay, press, type TestShop } from './shop.ts';

/** Random histories of customers: they buy, wait, cancel, resume, change cards, get money back, dispute and redeem vouchers. */
const LATE_CARD = '4000 0000 0000 0341';
const PRODUCTS = {
  starter: { productName: 'starter', productPrice: 99, companyInfo: firm },
  standard: { productName: 'standard', productPrice: 249, companyInfo: firm },
  special: { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500, companyInfo: firm },
  device: { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer },
};
type ProductKey = keyof typeof PRODUCTS;
const card = fc.constantFrom(GOOD_CARD, GOOD_CARD, LATE_CARD);

/** What happens in a life besides buying; `which` chooses among what there is. */
const happening = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1.2, 16, 31, 62) }),
  fc.record({ do: fc.constant('leave' as const), which: fc.nat(1), leaving: fc.boolean() }),
  fc.record({ do: fc.constant('card' as const), card }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(9), part: fc.constantFrom(1, 2, 3) }),
  fc.record({ do: fc.constant('bounce' as const), which: fc.nat(1) }),
  fc.record({
    do: fc.constant('dispute' as const),
    which: fc.nat(9),
    outcome: fc.constantFrom('open' as const, 'answered' as const, 'won' as const, 'lost' as const),
  }),
  fc.record({
    do: fc.constant('decide' as const),
    which: fc.nat(1),
    outcome: fc.constantFrom('won' as const, 'lost' as const),
  }),
  fc.record({ do: fc.constant('redeem' as const), banners: fc.integer({ min: 1, max: 5_000 }) }),
);
/** A random life, beginning with a purchase. `luck` seeds whatever else is left to chance. */
export const randomHistory = fc
  .record({
    purchases: fc.uniqueArray(
      fc.record({
        do: fc.constant('buy' as const),
        what: fc.constantFrom(...(Object.keys(PRODUCTS) as ProductKey[])),
        card,
      }),
      { minLength: 1, maxLength: 3, selector: ({ what }) => what },
    ),
    rest: fc.array(happening, { minLength: 1, maxLength: 6 }),
    places: fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
    luck: fc.nat(),
  })
  .map(({ purchases, rest, places, luck }) => {
    const steps: Step[] = [...rest];
    for (const [i, purchase] of purchases.entries()) steps.splice(i === 0 ? 0 : places[i]!, 0, purchase);
    return { steps, luck };
  });
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;
export type Step = Happening | { do: 'buy'; what: ProductKey; card: string };

/** One of the two, with everything of theirs at the payment provider. */
export interface SimulatedCustomer {
  who: TestPerson;
  sessions: string[];
  refunds: string[];
  disputes: string[];
}
export const newSimulatedCustomer = async (shop: TestShop): Promise<SimulatedCustomer> => ({
  who: await person(shop),
  sessions: [],
  refunds: [],
  disputes: [],
});

/** Does what the step says, as that person, through the public API and the hosted pages. */
export async function takeStep(
  shop: TestShop,
  buyer: SimulatedCustomer,
  step: Exclude<Step, { do: 'wait' }>,
): Promise<void> {
  const as = call(shop, buyer.who);
  switch (step.do) {
    case 'buy': {
      const { url } = await as.payments.createPayment(PRODUCTS[step.what]);
      buyer.sessions.push(await pay(shop, url, step.card));
      return;
    }
    case 'leave': {
      const running = (await subscriptionsAtStripe(shop, buyer)).filter(({ status }) => status !== 'canceled');
      const chosen = running[step.which % Math.max(1, running.length)];
      if (chosen) await shop.stripe.subscriptions.update(chosen.id, { cancel_at_period_end: step.leaving });
      return;
    }
    case 'card': {
      if (await customerOf(shop, buyer)) await press(shop, (await as.advertising.portal()).url, step);
      return;
    }
    case 'refund': {
      const intents = await paymentsOf(shop, buyer);
      const intent = intents[step.which % Math.max(1, intents.length)];
      if (!intent) return;
      const { amount } = await shop.stripe.paymentIntents.retrieve(intent);
      const wanted = { payment_intent: intent, amount: Math.floor(amount / step.part) };
      const made = await shop.stripe.refunds.create(wanted).catch(() => null);
      if (made) buyer.refunds.push(made.id);
      return;
    }
    case 'bounce': {
      const refund = buyer.refunds[step.which];
      if (refund) await shop.sandbox.control.failRefund(refund);
      return;
    }
    case 'dispute': {
      const intents = await paymentsOf(shop, buyer);
      const intent = intents[step.which % Math.max(1, intents.length)];
      const opened = intent ? await shop.sandbox.control.dispute(intent).catch(() => null) : null;
      if (!opened) return;
      buyer.disputes.push(opened);
      if (step.outcome !== 'open') await shop.sandbox.control.decideDispute(opened, step.outcome);
      return;
    }
    case 'decide': {
      const dispute = buyer.disputes[step.which];
      if (dispute) await shop.sandbox.control.decideDispute(dispute, step.outcome);
      return;
    }
    case 'redeem': {
      const code = String(Math.floor(1e11 + Math.random() * 9e11));
      await shop.db.insert(vouchers).values({ code, bannerCount: step.banners });
      await as.vouchers.redeem({ code });
    }
  }
}

async function customerOf(shop: TestShop, { who }: SimulatedCustomer): Promise<string | null> {
  const [row] = await shop.db.ask<{ id: string | null }>(
    'select stripe_customer_id as id from profiles where id = $1',
    [who.id],
  );
  return row!.id;
}
export const customersOf = (shop: TestShop, buyers: SimulatedCustomer[]) =>
  Promise.all(buyers.map((buyer) => customerOf(shop, buyer)));

async function subscriptionsAtStripe(shop: TestShop, buyer: SimulatedCustomer) {
  const customer = await customerOf(shop, buyer);
  if (!customer) return [];
  return (await shop.stripe.subscriptions.list({ customer, status: 'all' })).data.reverse();
}

/** What was paid, oldest first: the intents behind single payments and invoices. */
async function paymentsOf(shop: TestShop, buyer: SimulatedCustomer): Promise<string[]> {
  const sessions = await Promise.all(buyer.sessions.map((id) => shop.stripe.checkout.sessions.retrieve(id)));
  const customer = await customerOf(shop, buyer);
  const invoices = customer ? (await shop.stripe.invoices.list({ customer, status: 'paid', limit: 100 })).data : [];
  const paid = await Promise.all(
    invoices.reverse().map(async ({ id }) => (await shop.stripe.invoicePayments.list({ invoice: id! })).data[0]),
  );
  return [
    ...sessions.flatMap(({ payment_intent }) => (payment_intent ? [String(payment_intent)] : [])),
    ...paid.flatMap((one) => (one ? [String(one.payment.payment_intent)] : [])),
  ];
}

export async function endSubscriptions(shop: TestShop, buyers: SimulatedCustomer[]): Promise<void> {
  const all = (await Promise.all(buyers.map((buyer) => subscriptionsAtStripe(shop, buyer)))).flat();
  await Promise.all(
    all.filter(({ status }) => status !== 'canceled').map(({ id }) => shop.stripe.subscriptions.cancel(id)),
  );
  await shop.sandbox.control.advance(0);
}

/** Everything that must not depend on how webhooks travelled. */
export async function finalState(shop: TestShop, { who, disputes: disputeIds }: SimulatedCustomer) {
  const mine = { orders: eq(orders.profileId, who.id), packages: eq(packages.profileId, who.id) };
  const [balances, disputed, bought, periods, subscribed, books, sentMails] = await Promise.all([
    shop.db.execute(sql`select l_banners, tv_seconds from profiles where id = ${who.id}`),
    shop.db
      .select({ state: disputes.state, amount: disputes.amount })
      .from(disputes)
      .where(inArray(disputes.id, disputeIds))
      .orderBy(asc(disputes.state), asc(disputes.amount)),
    shop.db
      .select({ product: orders.productName, status: orders.status, refunded: orders.refunded })
      .from(orders)
      .where(mine.orders)
      .orderBy(asc(orders.productName)),
    shop.db
      .select({
        name: packages.packageName,
        amount: packages.amount,
        refunded: packages.refunded,
        end: packages.periodEnd,
      })
      .from(packages)
      .where(mine.packages)
      .orderBy(asc(packages.packageName), asc(packages.periodEnd)),
    shop.db
      .select({
        name: subscriptions.packageName,
        status: subscriptions.status,
        periodEnd: subscriptions.currentPeriodEnd,
        cancelAt: subscriptions.cancelAt,
        leaves: subscriptions.cancelAtPeriodEnd,
        endedAt: subscriptions.endedAt,
      })
      .from(subscriptions)
      .where(eq(subscriptions.profileId, who.id))
      .orderBy(asc(subscriptions.packageName)),
    shop.db.execute(sql`
      select unit, case when reason in ('refund', 'correction') then 'refund' else reason end as why, sum(delta)::int as sum
      from ledger where profile_id = ${who.id} group by 1, 2 having sum(delta) <> 0 order by 1, 2`),
    shop.db
      .select({ template: mails.template, count: sql<number>`count(*)::int` })
      .from(mails)
      .where(and(eq(mails.to, who.email), inArray(mails.template, ONCE)))
      .groupBy(mails.template)
      .orderBy(asc(mails.template)),
  ]);
  // The special package's 30 days are counted by the shop's own clock, from when it received the payment.
  const ends = periods.map(({ end, ...rest }) => ({ ...rest, end: rest.amount === 150_000 ? null : end }));
  return {
    balances: balances.rows,
    bought,
    disputed,
    periods: ends,
    subscribed,
    books: books.rows,
    sentMails,
  };
}

/** Mails that a payment causes once; of a failure or a cancellation that is over before it was received, none is sent. */
const ONCE = [
  'orders.paid',
  'advertising.started',
  'advertising.renewed',
  'advertising.special-started',
  'vouchers.redeemed',
];

/** People whose balance is not what their entries amount to. */
export async function imbalances(shop: Pick<TestShop, 'db'>) {
  return shop.db.ask(`
    select p.id from profiles p
    left join (
      select profile_id, sum(delta) filter (where unit = 'banner') as banners, sum(delta) filter (where unit = 'tv_second') as seconds
      from ledger group by profile_id
    ) l on l.profile_id = p.id
    where p.l_banners <> coalesce(l.banners, 0) or p.tv_seconds <> coalesce(l.seconds, 0)`);
}

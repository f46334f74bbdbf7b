import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../domain/day.ts';
import { CALL_OUTCOMES } from '../../../domain/orders/calls/calls.ts';
import { PHONE_ORDER_TEXT_VERSION } from '../../../domain/payments/phone-order-facts.ts';
import { packages, subscriptions } from '../../../server/advertising/schema.ts';
import { orderClaims, orderEvents, orders } from '../../../server/orders/schema.ts';
import { orderPayments, paymentEvents } from '../../../server/payments/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import type { PlannedRequest } from '../request.ts';
import { type Ask, type Recipe, rowOf, some, withId } from './recipe.ts';

const buyer = {
  firstName: 'Milica',
  lastName: 'Živković',
  companyName: '',
  country: 'RS',
  address: 'Ulica lipa',
  addressNumber: '14',
  city: 'Čačak',
  postalCode: '32000',
  phone: '+381641234567',
};
const firm = {
  email: 'office@pekara.rs',
  company_name: 'Pekara na uglu',
  company_registration_number: '17162543',
  company_tax_number: '100002887',
  company_address: 'Glavna 1',
  company_city: 'Beograd',
  company_postal_code: '11000',
  company_contact: '+381641112222',
};
const bakery = {
  companyName: 'Pekara na uglu',
  companyTaxNumber: '100002887',
  companyRegistrationNumber: '17162543',
};
const mill = { name: 'Mlin DOO', taxNumber: '101134702', registrationNumber: '07726716' };
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer };
const advertising = { productName: 'starter', productPrice: 99, companyInfo: firm };

/** A payment page of the sandbox, opened through the shop by the person with that token. */
async function openPage(ask: Ask, token: string, payment: object = device): Promise<{ url: string; id: string }> {
  const { url } = (await ask('POST', '/api/functions/create-payment', token, payment)) as { url: string };
  return { url, id: url.split('/').at(-1)! };
}

async function pay({ url }: { url: string }): Promise<void> {
  const form = new URLSearchParams({ do: 'pay', card: '4242 4242 4242 4242' });
  await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
}

/** A device that waits for its transfer. */
async function transferOrder(
  context: FuzzContext,
  ask: Ask,
  more: Record<string, string> = {},
): Promise<{ number: number; token: string }> {
  const { token } = await context.createPerson('member');
  const body = { ...device, buyerInfo: { ...device.buyerInfo, ...more }, way: 'transfer' };
  const { transfer } = (await ask('POST', '/api/functions/create-payment', token, body)) as {
    transfer: { order: number };
  };
  return { token, number: transfer.order };
}

/** A device that is paid on delivery; its courier has the money when that is said. */
async function orderOnDelivery({ createPerson, db }: FuzzContext, isCollected: boolean): Promise<number> {
  const { id: profileId, email } = await createPerson('member');
  const [order] = await db
    .insert(orders)
    .values({
      profileId,
      email,
      kind: 'device',
      productName: device.productName,
      amount: 21_900,
      way: 'cash_on_delivery',
      rate: 117.17,
      paymentState: isCollected ? 'collected' : 'due',
      fulfilmentState: 'new',
      delivery: { kind: 'person', ...buyer } as never,
    })
    .returning();
  const { id: orderId, number } = order!;
  const money = { orderId, way: 'cash_on_delivery', amount: 2_605_000, currency: 'RSD' } as const;
  await db.insert(orderClaims).values(money);
  if (isCollected)
    await db
      .insert(orderPayments)
      .values({ ...money, key: `cash:${number}-1`, source: 'parcel', receipt: 'collected' });
  return number;
}

async function paidOrder(context: FuzzContext): Promise<{ id: string; token: string }> {
  const { id: profileId, email, token } = await context.createPerson('member');
  const [row] = await context.db
    .insert(orders)
    .values({
      profileId,
      email,
      kind: 'device',
      productName: device.productName,
      amount: 21_900,
      status: 'paid',
      paidAt: new Date(),
      delivery: { kind: 'person', ...buyer } as never,
    })
    .returning({ id: orders.id });
  return { id: row!.id, token };
}

/** Active subscriptions of this run, which the payment provider knows. */
const SUBSCRIBED = `select s.id from subscriptions s join profiles p on p.id = s.profile_id
  where s.status in ('active', 'trialing') and p.created_at > now() - interval '1 day' and p.email like 'member-%'`;

/** Of these, what goes on, and what of that is paused. */
const GOING_ON = `${SUBSCRIBED} and s.status = 'active' and s.cancel_at is null and s.stop is null`;
const RUNNING = `${GOING_ON} and s.paused_since is null`;
const PAUSED = `${GOING_ON} and s.paused_since is not null`;

async function subscription(context: FuzzContext, random: Random, ask: Ask): Promise<string> {
  return some(context, random, SUBSCRIBED, () => subscribe(context, ask));
}

/** Five members buy a package; the shop has heard of it after some seconds. */
async function subscribe(context: FuzzContext, ask: Ask): Promise<void> {
  for (let n = 0; n < 5; n += 1)
    await pay(await openPage(ask, (await context.createPerson('member')).token, advertising));
  await sleep(3_000);
}

const subscribing = new WeakMap<FuzzContext, Promise<void>>();
/** One that runs at this moment; whoever stops or pauses takes it from the others, so that new ones are made when few are left. */
async function runningSubscription(context: FuzzContext, random: Random, ask: Ask): Promise<string> {
  const running = await context.ids(sql.raw(RUNNING));
  if (running.length > 2) return random.pick(running);
  const made = subscribing.get(context) ?? subscribe(context, ask).finally(() => subscribing.delete(context));
  subscribing.set(context, made);
  await made;
  const more = await context.ids(sql.raw(RUNNING));
  return more.length > 0 ? random.pick(more) : random.uuid();
}

/** One that is paused, or else one that could be. */
async function pausedSubscription(context: FuzzContext, random: Random, ask: Ask): Promise<string> {
  const paused = await context.ids(sql.raw(PAUSED));
  return paused.length > 0 ? random.pick(paused) : runningSubscription(context, random, ask);
}

/** Asked for by whose it is. */
async function ofItsOwner(context: FuzzContext, id: string) {
  const [row] = await context.db
    .select({ owner: subscriptions.profileId })
    .from(subscriptions)
    .where(eq(subscriptions.id, id));
  if (!row?.owner) return withId(id);
  return { token: (await context.signIn(row.owner, 'a@primer.rs')).token, params: { id }, body: {} };
}

const paidPages = new WeakMap<FuzzContext, Promise<{ sessionId: string; buyer: { id: string; email: string } }[]>>();
/** Payment pages that were paid, and their buyers. */
function paid(context: FuzzContext, ask: Ask) {
  const one = async () => {
    const buyer = await context.createPerson('member');
    const page = await openPage(ask, buyer.token);
    await pay(page);
    return { sessionId: page.id, buyer };
  };
  const pages =
    paidPages.get(context) ??
    Promise.all([one(), one(), one()]).then(async (all) => {
      await sleep(3_000);
      return all;
    });
  paidPages.set(context, pages);
  return pages;
}

async function complaint(context: FuzzContext, random: Random): Promise<PlannedRequest> {
  const { id, token } = await paidOrder(context);
  return { token, body: { key: random.uuid(), orderId: id, text: 'Uređaj se gasi posle pet minuta.' } };
}

const NUMBERS = 'select number::text as id from orders limit 100';
const MAILED = `select order_id || ' ' || id as id from mails where order_id is not null and props <> '{}' limit 100`;
const SETTLED = "select id from stripe_events where type = 'checkout.session.completed' and id like 'evt_%' limit 100";

/** An invoice that is drawn, its owner and its order: of a package that somebody of this run paid for. */
const INVOICES = `select d.id || ' ' || d.profile_id || ' ' || o.number as id from documents d
  join orders o on o.id = d.order_id where d.kind = 'invoice' and d.state = 'ready' and d.profile_id is not null
  order by d.nth desc limit 50`;

async function invoice(context: FuzzContext, random: Random, ask: Ask) {
  await subscription(context, random, ask);
  const [id = '', owner = '', number = ''] = (await some(context, random, INVOICES)).split(' ');
  return { id, number, token: async () => (await context.signIn(owner, 'a@primer.rs')).token };
}

/** Issued again, the next newest one is what was issued instead. */
async function newestInvoice(context: FuzzContext, random: Random, ask: Ask): Promise<string> {
  const { id } = await invoice(context, random, ask);
  const [newest] = await context.ids(sql.raw(INVOICES));
  return newest?.split(' ')[0] ?? id;
}

/** So far away that no order is reckoned at their rate. */
const FAR_DAYS = ['2090-01-01', '2090-02-01', '2090-03-01', '2090-04-01'];

/** Orders, payments, what was paid for, vouchers, and what is owed to buyers besides. */
export const saleRecipes: Record<string, Recipe> = {
  'orders.admin.read': async (context, random) => ({ params: { number: await some(context, random, NUMBERS) } }),
  'orders.admin.neighbours': async (context, random) => ({ params: { number: await some(context, random, NUMBERS) } }),
  'orders.admin.addNote': async (context, random) => ({
    ...withId(await some(context, random, 'select id from orders limit 100')),
    body: { key: random.uuid(), text: 'Kupac je zvao.' },
  }),
  'orders.admin.sendMailAgain': async (context, random) => {
    const [id = '', mail = ''] = (await some(context, random, MAILED)).split(' ');
    return { params: { id, mail }, body: { key: random.uuid() } };
  },
  'orders.admin.saveView': async (_context, random) => ({
    body: { id: random.uuid(), name: 'Za pakovanje u Nišu', query: 'view=to_pack&q=nis', isShared: true },
  }),
  'orders.admin.removeView': async (context, random, ask) => {
    const { token } = await context.createPerson('admin');
    const id = random.uuid();
    await ask('POST', '/api/admin/orders/views', token, { id, name: 'Niš', query: 'q=nis', isShared: false });
    return { ...withId(id), token };
  },
  'orders.admin.rates.set': async (_context, random) => ({
    body: { validFrom: random.pick(FAR_DAYS), rate: random.pick([117.17, 117.1726, 118]) },
  }),
  'orders.admin.rates.remove': async (context, random, ask) => {
    const { token } = await context.createPerson('admin');
    const validFrom = random.pick(FAR_DAYS);
    await ask('POST', '/api/admin/rates', token, { validFrom, rate: 117.2 });
    return { params: { validFrom }, token };
  },
  'orders.admin.export': async (_context, random) => ({
    body: { columns: ['number', 'buyer', 'amount'], format: random.pick(['csv', 'xlsx']), view: 'recent' },
  }),
  'orders.confirmed': async (context, random, ask) => {
    const { sessionId, buyer } = random.pick(await paid(context, ask));
    return { token: (await context.signIn(buyer.id, buyer.email)).token, query: { sessionId } };
  },
  'tasks.complain': (context, random) => complaint(context, random),
  'tasks.admin.answer': async (context, random, ask) => {
    const { token, body } = await complaint(context, random);
    const { id } = (await ask('POST', '/api/tasks/complaints', token, body)) as { id: string };
    return { body: { ids: [id], answer: 'Poslali smo vam novi uređaj.' } };
  },
  'advertising.invoice': async (context, random, ask) => {
    const id = await subscription(context, random, ask);
    const [paid] = await context.db
      .select({ periodId: packages.id, owner: packages.profileId })
      .from(packages)
      .where(eq(packages.subscriptionId, id));
    if (!paid) return {};
    return { token: (await context.signIn(paid.owner!, 'a@primer.rs')).token, params: { id: paid.periodId } };
  },
  'advertising.pause': async (context, random, ask) =>
    ofItsOwner(context, await runningSubscription(context, random, ask)),
  'advertising.resume': async (context, random, ask) =>
    ofItsOwner(context, await pausedSubscription(context, random, ask)),
  'documents.open': async (context, random, ask) => {
    const { id, token } = await invoice(context, random, ask);
    return { token: await token(), params: { id } };
  },
  'documents.all': async (context, random, ask) => {
    const { number, token } = await invoice(context, random, ask);
    return { token: await token(), params: { number } };
  },
  'documents.admin.open': async (context, random, ask) => ({
    params: { id: (await invoice(context, random, ask)).id },
  }),
  'documents.admin.all': async (context, random, ask) => ({
    params: { number: (await invoice(context, random, ask)).number },
  }),
  'documents.admin.look': async (context, random, ask) => ({
    params: { id: (await invoice(context, random, ask)).id },
  }),
  'documents.admin.send': async (context, random, ask) => ({
    params: { id: (await invoice(context, random, ask)).id },
    body: { key: random.uuid() },
  }),
  'documents.admin.reissue': async (context, random, ask) => ({
    params: { id: await newestInvoice(context, random, ask) },
    body: {
      key: random.uuid(),
      company: {
        name: 'Pekara na uglu d.o.o.',
        address: 'Glavna 2',
        postalCode: '11080',
        city: 'Zemun',
        country: 'RS',
        taxNumber: '100002887',
        registrationNumber: '17162543',
      },
    },
  }),
  'documents.admin.issue': async (context, random, ask) => {
    const { number } = await invoice(context, random, ask);
    const [sold] = await context.db
      .select({ period: packages.id })
      .from(packages)
      .innerJoin(orders, eq(orders.id, packages.orderId))
      .where(eq(orders.number, Number(number)));
    return { body: sold ? { period: sold.period } : { order: Number(number) } };
  },
  'advertising.admin.stop': async (context, random, ask) => ({
    params: { id: await runningSubscription(context, random, ask) },
    body: { when: 'periodEnd', reason: 'Na zahtev firme.' },
  }),
  'advertising.admin.pause': async (context, random, ask) => ({
    params: { id: await runningSubscription(context, random, ask) },
    body: { reason: 'Na zahtev firme.' },
  }),
  'advertising.admin.resume': async (context, random, ask) => ({
    params: { id: await pausedSubscription(context, random, ask) },
    body: {},
  }),
  'advertising.admin.sendCardLink': async (context, random, ask) => ({
    params: { id: await subscription(context, random, ask) },
    body: { key: random.uuid() },
  }),
  'orders.withdraw': async (context) => {
    const { id, token } = await paidOrder(context);
    return { token, params: { id }, body: { receivedOn: null } };
  },
  'orders.read': async (context, _random, ask) => {
    const { token, number } = await transferOrder(context, ask);
    return { token, params: { number } };
  },
  'orders.cancel': async (context, _random, ask) => {
    const { token, number } = await transferOrder(context, ask);
    return { token, params: { number }, body: { version: 1 } };
  },
  'orders.admin.cancel': async (context, _random, ask) => ({
    params: { number: (await transferOrder(context, ask)).number },
    body: { version: 1 },
  }),
  'orders.admin.extend': async (context, _random, ask) => ({
    params: { number: (await transferOrder(context, ask)).number },
    body: { version: 1, validUntil: new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10) },
  }),
  'orders.admin.payFromSurplus': async (context, _random, ask) => {
    const { number, token } = await transferOrder(context, ask);
    const body = { ...device, way: 'transfer' };
    const { orderId } = (await ask('POST', '/api/functions/create-payment', token, body)) as { orderId: string };
    const key = `line:${randomUUID()}`;
    const came = { key, orderId, source: 'statement', way: 'transfer', currency: 'RSD' } as const;
    await context.db.insert(orderPayments).values({ ...came, amount: 1_000, isSurplus: true });
    return { params: { number }, body: { version: 1, payment: key, shown: 1_000 } };
  },
  'orders.admin.call': async (context, random) => ({
    params: { number: await orderOnDelivery(context, false) },
    body: { version: 1, id: randomUUID(), outcome: random.pick([...CALL_OUTCOMES]), next: null, note: 'Zvoniti dugo.' },
  }),
  'orders.admin.undoCall': async (context, _random, ask) => {
    const number = await orderOnDelivery(context, false);
    const id = randomUUID();
    const { token } = await context.createPerson('admin');
    const call = { version: 1, id, outcome: 'no_answer', next: null };
    await ask('POST', `/api/admin/orders/${number}/calls`, token, call);
    return { token, params: { number: String(number), id } };
  },
  'orders.admin.openCall': async (context) => ({ params: { number: await orderOnDelivery(context, false) } }),
  'orders.admin.closeCall': async (context) => ({ params: { number: await orderOnDelivery(context, false) } }),
  'orders.admin.extendCall': async (context) => {
    const number = await orderOnDelivery(context, false);
    const [order] = await context.db.select({ id: orders.id }).from(orders).where(eq(orders.number, number));
    const facts = { outcome: 'no_answer', try: 3, next: null };
    const call = { orderId: order!.id, moment: new Date(), kind: 'called' as const, actor: 'system', facts };
    await context.db.insert(orderEvents).values([1, 2, 3].map((n) => ({ ...call, reference: String(n) })));
    return { params: { number }, body: { version: 1, id: randomUUID() } };
  },
  'orders.admin.settle': async (context) => ({
    params: { number: await orderOnDelivery(context, true) },
    body: { version: 1 },
  }),
  'orders.changeCompany': async (context, _random, ask) => {
    const { number, token } = await transferOrder(context, ask, bakery);
    return { token, params: { number }, body: { version: 1, company: mill } };
  },
  'orders.admin.changeCompany': async (context, _random, ask) => ({
    params: { number: (await transferOrder(context, ask, bakery)).number },
    body: { version: 1, company: mill },
  }),
  'orders.changeWay': async (context, _random, ask) => {
    const { number, token } = await transferOrder(context, ask);
    return { token, params: { number }, body: { version: 1, way: 'card' } };
  },
  'orders.admin.changeWay': async (context, _random, ask) => ({
    params: { number: (await transferOrder(context, ask)).number },
    body: { version: 1, way: 'card' },
  }),
  'orders.admin.resolveWithdrawal': async (context, _random, ask) => {
    const { id, token } = await paidOrder(context);
    await ask('POST', `/api/orders/${id}/withdrawal`, token, { receivedOn: null });
    return { params: { id }, body: { resolution: 'vraćeno' } };
  },
  'payments.createPayment': async (context, random) => ({
    token: (await context.createPerson('member')).token,
    body: random.pick([device, advertising]),
  }),
  'payments.admin.orderFor': async (context) => ({ params: { id: (await context.createPerson('member')).id } }),
  'payments.admin.placeOrder': async (context, random) => ({
    params: { id: (await context.createPerson('member')).id },
    body: {
      ...device,
      way: random.pick(['transfer', 'cash_on_delivery']),
      rate: 117.17,
      told: PHONE_ORDER_TEXT_VERSION,
    },
  }),
  /** Back from the page, with the payment made or without it. */
  'payments.verifyPayment': async (context, random, ask) => {
    const { token } = await context.createPerson('member');
    const page = await openPage(ask, token, random.pick([device, advertising]));
    if (random.chance(0.5)) await pay(page);
    return { body: { sessionId: page.id }, ...(random.chance(0.5) ? { token } : {}) };
  },
  'payments.admin.retake': async (context, random, ask) => {
    const id = await some(context, random, SETTLED, async () => {
      await pay(await openPage(ask, (await context.createPerson('member')).token));
      await sleep(3_000);
    });
    const [event] = await context.db.select().from(paymentEvents).where(eq(paymentEvents.id, id));
    const payload = { id, type: event!.type, data: { object: { id: event!.objectId, object: 'checkout.session' } } };
    await context.db
      .update(paymentEvents)
      .set({ problem: 'AMOUNT_DIFFERS', payload, resolvedAt: null })
      .where(eq(paymentEvents.id, id));
    return withId(id);
  },
  'payments.admin.dismiss': async (context, random) => {
    const id = `fuzz_${random.uuid()}`;
    await context.db.insert(paymentEvents).values({ id, type: 'invoice.paid', problem: 'AMOUNT_DIFFERS' });
    return withId(id);
  },
  'advertising.portal': async (context, random) => {
    const id = await some(context, random, 'select id from profiles where stripe_customer_id is not null limit 20');
    return { token: (await context.signIn(id, 'a@primer.rs')).token };
  },
  'vouchers.redeem': async (context, random, ask) => {
    const { token } = await context.createPerson('admin');
    const { rows } = (await ask('POST', '/api/admin/vouchers', token, {
      key: random.uuid(),
      bannerCount: 5,
      count: 1,
    })) as { rows: { code: string }[] };
    return { body: { code: rows[0]!.code } };
  },
  'vouchers.admin.voidBatch': async (context, random) => ({
    params: { batch: await some(context, random, 'select distinct batch from vaucerkod where batch is not null') },
  }),
  'vouchers.admin.void': rowOf('select id from vaucerkod where not iskoriscen and voided_at is null'),
};

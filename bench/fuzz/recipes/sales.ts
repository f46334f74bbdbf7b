import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { packages } from '../../../server/advertising/schema.ts';
import { orders } from '../../../server/orders/schema.ts';
import { paymentEvents } from '../../../server/payments/schema.ts';
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

async function subscription(context: FuzzContext, random: Random, ask: Ask): Promise<string> {
  return some(context, random, SUBSCRIBED, async () => {
    for (let n = 0; n < 5; n += 1)
      await pay(await openPage(ask, (await context.createPerson('member')).token, advertising));
    await sleep(3_000);
  });
}

let paidPages: Promise<{ sessionId: string; token: string }[]> | undefined;
/** Payment pages that were paid, and their buyers. */
function paid(context: FuzzContext, ask: Ask) {
  const one = async () => {
    const { token } = await context.createPerson('member');
    const page = await openPage(ask, token);
    await pay(page);
    return { sessionId: page.id, token };
  };
  paidPages ??= Promise.all([one(), one(), one()]).then(async (pages) => {
    await sleep(3_000);
    return pages;
  });
  return paidPages;
}

async function complaint(context: FuzzContext, random: Random): Promise<PlannedRequest> {
  const { id, token } = await paidOrder(context);
  return { token, body: { key: random.uuid(), orderId: id, text: 'Uređaj se gasi posle pet minuta.' } };
}

const SETTLED = "select id from stripe_events where type = 'checkout.session.completed' and id like 'evt_%' limit 100";

/** Orders, payments, what was paid for, vouchers, and what is owed to buyers besides. */
export const saleRecipes: Record<string, Recipe> = {
  'orders.confirmed': async (context, random, ask) => {
    const { sessionId, token } = random.pick(await paid(context, ask));
    return { token, query: { sessionId } };
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
  'advertising.admin.stop': async (context, random, ask) => ({
    params: { id: await subscription(context, random, ask) },
    body: { when: 'periodEnd', reason: 'Na zahtev firme.' },
  }),
  'advertising.admin.sendCardLink': async (context, random, ask) => ({
    params: { id: await subscription(context, random, ask) },
    body: { key: random.uuid() },
  }),
  'orders.withdraw': async (context) => {
    const { id, token } = await paidOrder(context);
    return { token, params: { id }, body: { receivedOn: null } };
  },
  'orders.admin.resolveWithdrawal': async (context, _random, ask) => {
    const { id, token } = await paidOrder(context);
    await ask('POST', `/api/orders/${id}/withdrawal`, token, { receivedOn: null });
    return { params: { id }, body: { resolution: 'vraćeno' } };
  },
  'payments.createPayment': async (context, random) => ({
    token: (await context.createPerson('member')).token,
    body: random.pick([device, advertising]),
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

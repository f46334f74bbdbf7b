import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { payoutReference } from '../../../domain/payouts/rules.ts';
import { orderClaims, orders } from '../../../server/orders/schema.ts';
import { orderPayments } from '../../../server/payments/schema.ts';
import { payouts } from '../../../server/payouts/schema.ts';
import { orderRefunds } from '../../../server/refunds/schema.ts';
import { COMPANY, camtFile } from '../../../server/test/statements.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Ask, Recipe } from './recipe.ts';

/** Money of a paid order that goes back to an account, as far as that. */
async function payout({ createPerson, db }: FuzzContext, state: 'account' | 'ready') {
  const { id: profileId, email, token: session } = await createPerson('member');
  const values = {
    profileId,
    email,
    kind: 'device' as const,
    productName: 'Vidik – 1 uređaj',
    amount: 21_900,
    rate: 117.17,
  };
  const delivery = { kind: 'person', firstName: 'Milica', lastName: 'Živković' } as never;
  const [order] = await db
    .insert(orders)
    .values({ ...values, way: 'transfer', delivery, status: 'paid', paymentState: 'paid', paidAt: new Date() })
    .returning();
  const orderId = order!.id;
  const money = { amount: 2_566_000, currency: 'RSD' } as const;
  const key = `line:${orderId}`;
  await db.insert(orderPayments).values({ orderId, key, way: 'transfer', source: 'statement', ...money });
  const asked = { reference: `5${String(20_260_000_000 + order!.number)}`, validUntil: '2026-12-31' };
  await db.insert(orderClaims).values({ orderId, way: 'transfer', ...asked, ...money });
  const [refund] = await db
    .insert(orderRefunds)
    .values({
      id: randomUUID(),
      orderId,
      way: 'account',
      paymentKey: key,
      scope: 'whole',
      ...money,
      devices: 1,
      reason: 'agreement',
      goods: 'none',
      state: 'sending',
      askedBy: profileId,
      askedAt: new Date(),
    })
    .returning();
  const named =
    state === 'ready'
      ? { payee: 'Milica Živković', account: '160000000012345654', namedBy: 'buyer', namedAt: new Date() }
      : {};
  const [row] = await db
    .insert(payouts)
    .values({
      refundId: refund!.id,
      orderId,
      amount: money.amount,
      state,
      createdAt: new Date(),
      ...named,
      reference: payoutReference(2026, order!.number),
      token: randomBytes(16).toString('base64url'),
    })
    .returning();
  return { ...row!, number: order!.number, session };
}

/** A payment order of one payout. */
async function payoutList(context: FuzzContext, ask: Ask): Promise<string> {
  const { id, amount } = await payout(context, 'ready');
  const { token } = await context.createPerson('admin');
  const list = randomUUID();
  await ask('POST', '/api/admin/payout-lists', token, { id: list, payouts: [id], shown: amount });
  return list;
}

/** A statement that shows a payout of a payment order. */
async function statementOfPayout(context: FuzzContext, ask: Ask) {
  await payoutList(context, ask);
  const { token } = await context.createPerson('admin');
  const [listed] = await context.db.select().from(payouts).where(eq(payouts.state, 'listed')).limit(1);
  const entry = { amount: '25660.00', currency: 'RSD' as const, outgoing: true, reference: `97 ${listed?.reference}` };
  const content = camtFile([{ ...entry, bankReference: randomUUID() }], { account: COMPANY });
  await ask('FILE', '/api/admin/bank/statements', token, { name: 'izvod.xml', content });
  const [line] = await context.ids(
    sql`select id from statement_lines where outgoing order by decided_at desc nulls first limit 1`,
  );
  const [importId] = await context.ids(
    sql`select import_id as id from statement_lines where id = ${line ?? randomUUID()}`,
  );
  return { importId: importId ?? randomUUID(), line: line ?? randomUUID() };
}

export const payoutRecipes: Record<string, Recipe> = {
  'payouts.read': async (context) => ({ params: { token: (await payout(context, 'ready')).token } }),
  'payouts.open': async (context) => {
    const { id, number, session } = await payout(context, 'account');
    return { token: session, params: { number, id } };
  },
  'payouts.name': async (context) => ({
    params: { token: (await payout(context, 'account')).token },
    body: { payee: 'Đorđe Šćepanović', account: '160-0000000123456-54' },
  }),
  'payouts.admin.name': async (context) => ({
    params: { id: (await payout(context, 'account')).id },
    body: { payee: 'Đorđe Šćepanović', account: '160-0000000123456-54' },
  }),
  'payouts.admin.export': async (context) => {
    const { id, amount } = await payout(context, 'ready');
    return { body: { id: randomUUID(), payouts: [id], shown: amount } };
  },
  'payouts.admin.refuse': async (context, _random, ask) => {
    await payoutList(context, ask);
    const [listed] = await context.db.select().from(payouts).where(eq(payouts.state, 'listed')).limit(1);
    return { params: { id: listed?.id ?? randomUUID() } };
  },
  'payouts.admin.matches': async (context, _random, ask) => ({
    params: { importId: (await statementOfPayout(context, ask)).importId },
  }),
  'payouts.admin.confirm': async (context, _random, ask) => {
    const { importId, line } = await statementOfPayout(context, ask);
    return { params: { importId }, body: { lines: [line] } };
  },
  'payouts.admin.listed': async (context, _random, ask) => ({ params: { id: await payoutList(context, ask) } }),
  'payouts.admin.file': async (context, random, ask) => ({
    params: { id: await payoutList(context, ask) },
    query: { format: random.pick(['xml', 'csv']) },
  }),
};

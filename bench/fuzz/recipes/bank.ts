import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  cardPayoutLines,
  cardPayouts,
  courierPayoutParcels,
  courierPayouts,
  paymentParts,
  statementImports,
  statementLines,
} from '../../../server/bank/schema.ts';
import { exactMatchesOf } from '../../../server/bank/statements/imports.ts';
import { instructionsFor } from '../../../server/events/describe.ts';
import { camtFile } from '../../../server/test/statements.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import { reservation } from './events.ts';
import { collected } from './fulfilment.ts';
import { type Ask, type Recipe, withId } from './recipe.ts';
import { second } from './returns.ts';

/** A line of a statement of its own that names nothing, of so many dinars. */
async function line(
  context: FuzzContext,
  ask: Ask,
  { amount = '12000.00', reference, missing }: { amount?: string; reference?: string; missing?: null } = {},
) {
  const { token } = await context.createPerson('admin');
  const mark = randomUUID();
  const content = camtFile(
    [{ amount, currency: 'RSD', purpose: mark, ...(reference ? { reference } : {}) }],
    missing === null ? { missing } : {},
  );
  await ask('FILE', '/api/admin/bank/statements', token, { name: 'izvod.xml', content });
  const [row] = await context.db.select().from(statementLines).where(eq(statementLines.purpose, mark));
  return { id: row!.id, importId: row!.importId };
}

/** Kept for a reservation although more came: what one person may decide alone, or not. */
async function held(context: FuzzContext, ask: Ask, amount: string) {
  const { id } = await line(context, ask, { amount });
  const { number } = await reservation(context);
  const { token } = await context.createPerson('admin');
  const compared = (await ask('GET', `/api/admin/bank/lines/${id}/comparison?number=${number}`, token)) as {
    expected: { amount: number } | null;
  };
  const body = { decision: 'accept', number, shown: compared.expected?.amount, reason: 'Dogovoreno telefonom.' };
  const { holdId } = (await ask('POST', `/api/admin/bank/lines/${id}/hold`, token, body)) as { holdId: string };
  return holdId;
}

/** A line in which a courier pays one of two parcels, as if it had said so. */
async function transfer(context: FuzzContext, ask: Ask, random: Random, { named = true } = {}) {
  const { db } = context;
  const parcel = await collected(context, random);
  await collected(context, random);
  const { id, importId } = await line(context, ask, { amount: (parcel.amount / 100).toFixed(2) });
  await db.update(statementImports).set({ entity: 'company' }).where(eq(statementImports.id, importId));
  await db.insert(courierPayouts).values({
    lineId: id,
    courier: 'd-express',
    reference: 'DEX1',
    nextAt: new Date(),
    ...(named ? { question: 'answered', answeredAt: new Date() } : { question: 'waiting' }),
  });
  if (named)
    await db
      .insert(courierPayoutParcels)
      .values({ lineId: id, reference: parcel.key, amount: parcel.amount, times: 1, shipmentId: parcel.id });
  return { id, key: parcel.key };
}

/** A line in which the payment provider sends what it says that it does. */
async function cardTransfer(context: FuzzContext, ask: Ask) {
  const { db } = context;
  const { id, importId } = await line(context, ask, { amount: '213.47' });
  await db.update(statementImports).set({ entity: 'company' }).where(eq(statementImports.id, importId));
  const payout = `po_${id.replaceAll('-', '')}`;
  const [came] = await db.select().from(statementLines).where(eq(statementLines.id, id));
  const { amount, currency, bookedOn: arrivesOn } = came!;
  await db
    .insert(cardPayouts)
    .values({ id: payout, amount, fee: 353, currency, arrivesOn, state: 'paid', question: 1 });
  await db.insert(cardPayoutLines).values({ lineId: id, reference: payout, payoutId: payout });
  return { id, payout };
}

/** A statement whose one line is what a reservation costs. */
async function exactStatement(context: FuzzContext, ask: Ask) {
  const { reference } = instructionsFor(context, await reservation(context));
  const { importId } = await line(context, ask, { reference });
  return { params: { importId }, body: { version: (await exactMatchesOf(context.db, importId)).version } };
}

const TO = { payee: 'Đorđe Šćepanović', account: '160-0000000123456-54' };

/** What came to the company's account from somebody nobody knows, and is owed back. */
async function owed(context: FuzzContext, ask: Ask): Promise<string> {
  const { id, importId } = await line(context, ask);
  const decided = { decidedBy: 'fuzz', decidedAt: new Date() };
  return context.db.transaction(async (tx) => {
    await tx.update(statementImports).set({ entity: 'company' }).where(eq(statementImports.id, importId));
    await tx
      .update(statementLines)
      .set({ state: 'recorded', decision: 'return', ...decided })
      .where(eq(statementLines.id, id));
    const [part] = await tx
      .insert(paymentParts)
      .values({ lineId: id, entity: 'company', amount: 1_200_000, currency: 'RSD', state: 'owed', ...decided })
      .returning();
    return part!.id;
  });
}

export const bankRecipes: Record<string, Recipe> = {
  'bank.statements.total': async (context, _random, ask) => ({
    params: { importId: (await line(context, ask, { missing: null })).importId },
    body: { amount: 1_200_000, currency: 'RSD' },
  }),
  'bank.desk.decide': async (context, _random, ask) => ({
    ...withId((await line(context, ask)).id),
    body: { decision: 'return', reason: 'Nepoznat platilac.' },
  }),
  'bank.desk.confirmExact': async (context, _random, ask) => exactStatement(context, ask),
  'bank.statements.confirmExact': async (context, _random, ask) => exactStatement(context, ask),
  'bank.desk.undo': async (context, _random, ask) => withId(await held(context, ask, '11900.00')),
  'bank.desk.second': async (context, _random, ask) => ({
    ...withId(await held(context, ask, '5000.00')),
    token: await second(context),
  }),
  'bank.desk.close': async (context, _random, ask) => ({
    ...withId((await line(context, ask)).id),
    body: { reason: 'Provizija banke.' },
  }),
  'bank.courier.read': async (context, random, ask) => withId((await transfer(context, ask, random)).id),
  'bank.courier.ask': async (context, random, ask) => ({
    ...withId((await transfer(context, ask, random, { named: false })).id),
    body: random.pick([{}, { reference: 'DX-20261119-77' }]),
  }),
  'bank.courier.decide': async (context, random, ask) => {
    const { id, key } = await transfer(context, ask, random);
    return { ...withId(id), body: { parcels: [key], difference: 0 } };
  },
  'bank.card.read': async (context, _random, ask) => withId((await cardTransfer(context, ask)).id),
  'bank.card.confirm': async (context, _random, ask) => {
    const { id, payout } = await cardTransfer(context, ask);
    return { params: { id }, body: { payout } };
  },
  'bank.courier.inquire': async (context, random, ask) => withId((await transfer(context, ask, random)).id),
  'bank.owed.payOut': async (context, _random, ask) => ({ ...withId(await owed(context, ask)), body: TO }),
  'bank.owed.takeOut': async (context, _random, ask) => {
    const id = await owed(context, ask);
    const { token } = await context.createPerson('admin');
    await ask('POST', `/api/admin/bank/owed/${id}/payout`, token, TO);
    return withId(id);
  },
  'bank.desk.candidates': async (context, random, ask) => ({
    ...withId((await line(context, ask)).id),
    query: { search: random.pick([undefined, 'Simić', '1042']) },
  }),
};

import { randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { firstDay } from '../../../domain/rewards/rules.ts';
import {
  rewardEntries,
  rewardMonths,
  rewardObjections,
  rewardRules,
  rewardStatements,
} from '../../../server/rewards/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { type Recipe, withId } from './recipe.ts';

const ACCOUNT = { payee: 'Đorđe Šćepanović', account: '160-0000000123456-54' };
const RATES = { banner: 4_000, tvSecond: 400, ceiling: 6_000, smallest: 10_000 };

const twoDigits = (n: number) => String(n).padStart(2, '0');
const dayOf = () => [randomInt(2040, 2090), twoDigits(randomInt(1, 13)), twoDigits(randomInt(1, 29))].join('-');

interface Closed {
  id: string;
  month: string;
  token: string;
  /** The token of whoever closed the month. */
  closer: string;
}
/** Of each shop: statements of the months that were closed in the run, which nobody has asked about. */
const closedIn = new WeakMap<FuzzContext, { months: number; left: Closed[] }>();
const OF_A_MONTH = 20;

/** A statement of its own, of a month before the shop's first one. */
async function statement(context: FuzzContext, state: 'payable' | 'held' = 'payable') {
  const closed = closedIn.get(context) ?? { months: 0, left: [] };
  closedIn.set(context, closed);
  if (closed.left.length === 0) {
    closed.months += 1;
    const month = `${2000 + Math.floor(closed.months / 12)}-${twoDigits(1 + (closed.months % 12))}`;
    closed.left = await closeMonth(context, month);
  }
  const { id, month, token, closer } = closed.left.pop()!;
  if (state === 'held')
    await context.db
      .update(rewardStatements)
      .set({ state, holdReason: 'suspected' })
      .where(eq(rewardStatements.id, id));
  return { id, month, token, closer };
}

async function closeMonth({ createPerson, db }: FuzzContext, month: string) {
  const viewers = await Promise.all(Array.from({ length: OF_A_MONTH }, () => createPerson('member')));
  const lines = { month: firstDay(month), banners: 10, tvSeconds: 0, amount: 40_000 };
  const numbers = { ...lines, carried: 0, smallest: 10_000 };
  // The nightly proof, which may come in the middle of a run, finds what it expects.
  await db
    .insert(rewardEntries)
    .values(viewers.map(({ id }) => ({ profileId: id, objectionId: randomUUID(), moment: new Date(), ...lines })));
  const rows = await db
    .insert(rewardStatements)
    .values(viewers.map(({ id }) => ({ profileId: id, state: 'payable' as const, ...numbers })))
    .returning({ id: rewardStatements.id });
  const closer = await createPerson('admin');
  const sums = { viewers: OF_A_MONTH, amount: 40_000 * OF_A_MONTH, closedAt: new Date(), closedBy: closer.id };
  await db.insert(rewardMonths).values({ month: firstDay(month), ...sums });
  return rows.map(({ id }, place) => ({ id, month, token: viewers[place]!.token, closer: closer.token }));
}

async function objection(context: FuzzContext) {
  const { id: statementId } = await statement(context);
  const id = randomUUID();
  const made = { id, statementId, text: 'Nije tačno.', madeAt: new Date(), dueOn: '2030-01-01' };
  await context.db.insert(rewardObjections).values(made);
  return id;
}

async function announced({ db }: FuzzContext) {
  const id = randomUUID();
  const rule = { id, validFrom: dayOf(), ...RATES, publishedAt: new Date(), publishedBy: 'system' };
  await db.insert(rewardRules).values(rule);
  return id;
}

export const rewardRecipes: Record<string, Recipe> = {
  'rewards.own.nameAccount': async (context) => ({
    token: (await context.createPerson('member')).token,
    body: ACCOUNT,
  }),
  'rewards.own.nameTaxNumber': async (context) => ({
    token: (await context.createPerson('member')).token,
    body: { number: '0101006500006' },
  }),
  'rewards.own.object': async (context) => {
    const { id, token } = await statement(context);
    return { token, params: { statement: id }, body: { id: randomUUID(), text: 'Nije tačno.' } };
  },
  'rewards.own.file': async (context) => {
    const { month, token } = await statement(context);
    return { token, query: { month } };
  },
  'rewards.own.statementPdf': async (context) => {
    const { id, token } = await statement(context);
    return { token, params: { id } };
  },
  /** The shop has no month to close, and a lost answer is asked for again: whoever closed one is answered with its viewers. */
  'rewards.admin.close': async (context) => {
    const { month, closer } = await statement(context);
    return { token: closer, body: { month, shown: 40_000 * OF_A_MONTH, holdSuspected: false } };
  },
  'rewards.admin.statements': async (context) => ({ query: { month: (await statement(context)).month } }),
  'rewards.admin.file': async (context) => ({ query: { month: (await statement(context)).month } }),
  'rewards.admin.statement': async (context) => withId((await statement(context)).id),
  'rewards.admin.taxNumber': async (context) => withId((await statement(context)).id),
  'rewards.admin.clearTaxNumber': async (context) => withId((await statement(context)).id),
  'rewards.admin.hold': async (context) => ({
    params: { id: (await statement(context)).id },
    body: { note: 'Proveravamo.' },
  }),
  'rewards.admin.release': async (context) => ({ params: { id: (await statement(context, 'held')).id }, body: {} }),
  'rewards.admin.answer': async (context) => ({
    params: { id: await objection(context) },
    body: { answer: 'U pravu ste.', correction: 0 },
  }),
  'rewards.admin.publish': async () => ({ body: { id: randomUUID(), validFrom: dayOf(), ...RATES } }),
  'rewards.admin.recall': async (context) => withId(await announced(context)),
  'rewards.admin.setTaxRate': async () => ({ body: { validFrom: dayOf(), rate: 2_000 } }),
};

import { randomInt, randomUUID } from 'node:crypto';
import { firstDay } from '../../../domain/rewards/rules.ts';
import { rewardMonths, rewardObjections, rewardRules, rewardStatements } from '../../../server/rewards/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { type Recipe, withId } from './recipe.ts';

const ACCOUNT = { payee: 'Đorđe Šćepanović', account: '160-0000000123456-54' };
const RATES = { banner: 4_000, tvSecond: 400, ceiling: 6_000, smallest: 10_000 };

const twoDigits = (n: number) => String(n).padStart(2, '0');
const dayOf = () => [randomInt(2040, 2090), twoDigits(randomInt(1, 13)), twoDigits(randomInt(1, 29))].join('-');

let months = 0;
/** A month that was not asked for before, long ago: a closed one takes no more statements. */
function newMonth(): string {
  months += 1;
  return `${1000 + Math.floor(months / 12)}-${twoDigits(1 + (months % 12))}`;
}

/** A statement of a month that was closed just now. */
async function statement({ createPerson, db }: FuzzContext, state: 'payable' | 'held') {
  const { id: profileId, token } = await createPerson('member');
  const month = firstDay(newMonth());
  const numbers = { banners: 10, tvSeconds: 0, amount: 40_000, carried: 0, smallest: 10_000 };
  const holdReason = state === 'held' ? ('suspected' as const) : null;
  const [row] = await db
    .insert(rewardStatements)
    .values({ profileId, month, state, holdReason, ...numbers })
    .returning({ id: rewardStatements.id });
  const closed = { month, viewers: 1, amount: 40_000, closedAt: new Date(), closedBy: 'system' };
  await db.insert(rewardMonths).values(closed).onConflictDoNothing();
  return { id: row!.id, token };
}

async function objection(context: FuzzContext) {
  const { id: statementId } = await statement(context, 'payable');
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
    const { id, token } = await statement(context, 'payable');
    return { token, params: { statement: id }, body: { id: randomUUID(), text: 'Nije tačno.' } };
  },
  'rewards.admin.statement': async (context) => withId((await statement(context, 'payable')).id),
  'rewards.admin.taxNumber': async (context) => withId((await statement(context, 'payable')).id),
  'rewards.admin.hold': async (context) => ({
    params: { id: (await statement(context, 'payable')).id },
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

import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { OBJECTION_DAYS } from '#domain/objections.ts';
import { LIVE_PAYOUTS, maskedAccount } from '#domain/payouts/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { AdminStatement, OwnStatement } from '#domain/rewards/contract.ts';
import { monthOf, type RewardWaitReason } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles, profileWords } from '../accounts/schema.ts';
import { devices } from '../devices/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { pageOf, wordSearchCondition } from '../platform/list.ts';
import { taxRateOn } from './rules.ts';
import { rewardEntries, rewardMonths, rewardObjections, rewardPayees, rewardStatements } from './schema.ts';

const live = sql<boolean>`exists (select from payouts p where p.statement_id = ${rewardStatements.id}
  and p.state in (${sql.raw(LIVE_PAYOUTS.map((state) => `'${state}'`).join(', '))}))`;
const page = (after?: string) => pageOf({ key: rewardStatements.id, id: rewardStatements.id, direction: 'asc', after });

const found = (db: DatabaseOrTransaction, place = page().place) =>
  db
    .select({
      statement: rewardStatements,
      place,
      closedAt: rewardMonths.closedAt,
      objection: rewardObjections,
      correction: sql<number>`coalesce((select e.amount from ${rewardEntries} e where e.objection_id = ${rewardObjections.id}), 0)::float8`,
      carriedInto: sql<
        string | null
      >`(select to_char(n.month, 'YYYY-MM') from reward_statements n where n.id = ${rewardStatements.carriedInto})`,
      isWithBank: live,
      isListed: sql<boolean>`exists (select from payouts p where p.statement_id = ${rewardStatements.id} and p.state = 'listed')`,
      person: { id: profiles.id, firstName: profiles.firstName, lastName: profiles.lastName, email: profiles.email },
      companyName: profiles.companyName,
      isCompany: profiles.isCompany,
      payee: { account: rewardPayees.account, namedAt: rewardPayees.namedAt },
      hasTaxNumber: sql<boolean>`${rewardPayees.taxNumber} is not null`,
    })
    .from(rewardStatements)
    .innerJoin(rewardMonths, eq(rewardMonths.month, rewardStatements.month))
    .leftJoin(rewardObjections, eq(rewardObjections.statementId, rewardStatements.id))
    .leftJoin(profiles, eq(profiles.id, rewardStatements.profileId))
    .leftJoin(rewardPayees, eq(rewardPayees.profileId, rewardStatements.profileId))
    .$dynamic();
type Found = Awaited<ReturnType<typeof found>>[number];

function waitsFor(row: Found, rate: number | null): RewardWaitReason | null {
  const { statement, payee, isCompany, hasTaxNumber, isWithBank } = row;
  if (statement.state !== 'payable') return null;
  if (isWithBank) return 'bank';
  const isNamed =
    statement.account !== null ||
    (Boolean(payee?.account) && (!statement.returnedAt || payee!.namedAt! > statement.returnedAt));
  if (!isNamed) return 'account';
  if (isCompany) return statement.invoiceNumber === null ? 'invoice' : 'bank';
  if (!hasTaxNumber) return 'tax_number';
  return rate === null ? 'tax_rate' : 'bank';
}

function describe(row: Found, rate: number | null) {
  const { statement, objection, correction } = row;
  const gross = statement.amount + statement.carried;
  const account = statement.account ?? (statement.returnedAt ? null : (row.payee?.account ?? null));
  return {
    id: statement.id,
    month: monthOf(statement.month),
    banners: statement.banners,
    tvSeconds: statement.tvSeconds,
    amount: statement.amount,
    carried: statement.carried,
    gross,
    smallest: statement.smallest,
    state: statement.state,
    holdReason: statement.holdReason,
    waits: waitsFor(row, rate),
    tax: statement.tax,
    net: statement.tax === null ? null : gross - statement.tax,
    carriedInto: row.carriedInto,
    paidOn: statement.paidOn,
    closedAt: row.closedAt,
    account: account && maskedAccount(account),
    objection: objection && {
      id: objection.id,
      text: objection.text,
      madeAt: objection.madeAt,
      dueOn: objection.dueOn,
      answer: objection.answer,
      answeredAt: objection.answeredAt,
      correction,
    },
  };
}

/** The newest first. */
export async function ownStatements(db: DatabaseOrTransaction, profileId: string, now: Date): Promise<OwnStatement[]> {
  const rate = await taxRateOn(db, dayOf(now));
  const rows = await found(db).where(eq(rewardStatements.profileId, profileId)).orderBy(desc(rewardStatements.month));
  return rows.map((row) => {
    const last = daysLater(dayOf(row.closedAt), OBJECTION_DAYS);
    return { ...describe(row, rate), objectUntil: row.objection || dayOf(now) > last ? null : last };
  });
}

const forStaff =
  (rate: number | null) =>
  (row: Found): AdminStatement => {
    const { person, companyName, isCompany, statement } = row;
    const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ');
    return {
      ...describe(row, rate),
      viewer: {
        id: statement.profileId,
        name: (isCompany && companyName) || name || person?.email || '',
        isCompany: isCompany ?? false,
      },
      holdNote: statement.holdNote,
      invoiceNumber: statement.invoiceNumber,
      hasTaxNumber: row.hasTaxNumber,
      isListed: row.isListed,
    };
  };

const PAPER_WORDS = sql`search_fold(' ' || coalesce(nullif(${rewardStatements.payee}, ''), ${rewardPayees.payee}, '') || ' ' || coalesce(${rewardStatements.invoiceNumber}, ''))`;
/** Fewer digits would be in every account. */
const FEWEST_DIGITS = 3;

/** The viewer's words, or those on the paper; digits of an account or of one of the viewer's TVs. */
function wanted(text = ''): SQL | undefined {
  if (text === '') return undefined;
  const digits = /^[\d\s/-]+$/.test(text) ? text.replace(/\D/g, '') : '';
  const part = `%${digits}%`;
  return or(
    sql`${rewardStatements.profileId} in (select profile_id from ${profileWords} where ${wordSearchCondition(profileWords.words, text)})`,
    wordSearchCondition(PAPER_WORDS, text),
    digits.length < FEWEST_DIGITS
      ? undefined
      : sql`coalesce(${rewardStatements.account}, ${rewardPayees.account}) like ${part}
          or ${rewardStatements.profileId} in (select ${devices.profileId} from ${devices} where ${devices.number}::text like ${part})`,
  );
}

export async function pageOfStatements(
  db: DatabaseOrTransaction,
  { month, search: text, after }: { month: string; search?: string | undefined; after?: string | undefined },
  now: Date,
) {
  const list = page(after);
  const ofMonth = eq(rewardStatements.month, `${month}-01`);
  const rows = await found(db, list.place)
    .where(and(ofMonth, wanted(text), list.after))
    .orderBy(...list.orderBy)
    .limit(list.limit);
  return list.show(rows, forStaff(await taxRateOn(db, dayOf(now))));
}

/** Of a month all, otherwise the one. */
export async function statementsForStaff(db: DatabaseOrTransaction, where: SQL, now: Date): Promise<AdminStatement[]> {
  const rows = await found(db).where(where).orderBy(rewardStatements.id);
  return rows.map(forStaff(await taxRateOn(db, dayOf(now))));
}

export async function statementForStaff(db: DatabaseOrTransaction, id: string, now: Date): Promise<AdminStatement> {
  const [one] = await statementsForStaff(db, eq(rewardStatements.id, id), now);
  if (!one) throw refuse('STATEMENT_OF_REWARD_GONE');
  return one;
}

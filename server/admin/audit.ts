import { and, eq, getTableColumns, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { AuditEntry } from '#domain/admin/contract.ts';
import { AUDIT_ACTORS } from '#domain/audit-actions.ts';
import { normaliseEmail } from '#domain/email.ts';
import { isUuid } from '#domain/ids.ts';
import { TIME_ZONE } from '#domain/time.ts';
import { ownsAddressCondition, profiles, profileWords } from '../accounts/schema.ts';
import { devices } from '../devices/schema.ts';
import { RESERVATION_WORDS, reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { escaped, pageOf, wordSearchCondition } from '../platform/list.ts';
import { namesOf } from './subject-names.ts';

interface Wanted {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  after?: string | undefined;
  direction: 'asc' | 'desc';
}

/** By time, newest first unless asked otherwise. */
export async function readAudit(
  db: DatabaseOrTransaction,
  { direction, after, actor, subject, ...wanted }: Wanted,
): Promise<{ rows: AuditEntry[]; next: string | null }> {
  const page = pageOf({ key: auditLog.at, id: auditLog.id, direction, after });
  const rest = and(chosen(wanted), page.after);
  const [who, whom] = await Promise.all([actor && actorsNamed(db, actor), subject && subjectsNamed(db, subject)]);
  const found = await db
    .select({ ...getTableColumns(auditLog), place: page.place })
    .from(auditLog)
    .where(
      who
        ? pagesOf(db, who, and(whom ? anyOf(whom) : undefined, rest), page)
        : whom
          ? pagesOf(db, whom, rest, page)
          : rest,
    )
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const names = new Map((await namesOf(db, found)).map((of, index) => [found[index]!.id, of]));
  return page.show(found, ({ place, ...row }) => {
    const of = names.get(row.id) ?? {};
    return { ...row, names: of, subjectName: of[row.subjectId]?.name ?? null };
  });
}

const chosen = ({ action, from, to }: Pick<Wanted, 'action' | 'from' | 'to'>): SQL | undefined =>
  and(
    action ? (action.includes('.') ? eq(auditLog.action, action) : eq(DOMAIN, action)) : undefined,
    from ? sql`${auditLog.at} >= ${from}::date::timestamp at time zone ${TIME_ZONE}` : undefined,
    to ? sql`${auditLog.at} < (${to}::date + 1)::timestamp at time zone ${TIME_ZONE}` : undefined,
  );

const DOMAIN = sql`split_part(${auditLog.action}, '.', 1)`;

/** Entries with one of these values in a column; or, of more than a few, those that fit. */
type Found = { values: readonly (readonly [column: PgColumn, values: string[]])[]; many?: SQL | undefined };
const MOST_VALUES = 100;

const anyOf = ({ values, many }: Found): SQL | undefined =>
  or(many, ...values.map(([column, of]) => inArray(column, of)));

/**
 * That part of the log which has one of a few values, each one's page read along its own index: somebody who left has no
 * entries among the newest, and walking down the whole log to theirs could take seconds.
 */
function pagesOf(
  db: DatabaseOrTransaction,
  found: Found,
  part: SQL | undefined,
  { orderBy, limit }: Pick<ReturnType<typeof pageOf>, 'orderBy' | 'limit'>,
): SQL | undefined {
  if (found.many) return and(anyOf(found), part);
  const pages = found.values.map(([column, values]) => {
    const one = db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(sql`${column} = value`, part))
      .orderBy(...orderBy)
      .limit(limit);
    return sql`(select each.id from unnest(${sql.param(values)}::text[]) value, lateral ${one} each)`;
  });
  // One `in`: beside an `or` PostgreSQL would ask it of every entry of the log.
  return sql`${auditLog.id} in (${sql.join(pages, sql` union all `)})`;
}

/** By an id; by a name or an address of somebody who is here, or a part of it; by the beginning of the address of whoever left. */
async function actorsNamed(db: DatabaseOrTransaction, text: string): Promise<Found> {
  const lower = text.toLowerCase();
  if (isUuid(lower))
    return {
      values: [
        [auditLog.actor, [lower]],
        [auditLog.keyId, [lower]],
      ],
    };
  if (AUDIT_ACTORS.some((one) => one === lower)) return { values: [[auditLog.actor, [lower]]] };
  const owner = await accountOf(db, text);
  if (owner.length > 0)
    return {
      values: [
        [auditLog.actorEmail, [lower]],
        [auditLog.actor, owner],
      ],
    };
  const [addresses, people] = await Promise.all([addressesOf(db, lower), peopleNamed(db, text)]);
  const areMany = addresses.length > MOST_VALUES || people.ids.length > MOST_VALUES;
  if (areMany) return { values: [], many: or(startsWith(lower), sql`${auditLog.actor} in ${people.all}`) };
  return {
    values: [
      [auditLog.actorEmail, addresses],
      [auditLog.actor, people.ids],
    ],
  };
}

const startsWith = (text: string) => like(auditLog.actorEmail, `${escaped(text)}%`);

/** The addresses that begin so, one more than a few at most; each is looked up in the index after the one before. */
async function addressesOf(db: DatabaseOrTransaction, text: string): Promise<string[]> {
  const next = (after = sql`true`) =>
    sql`(select actor_email from ${auditLog} where ${startsWith(text)} and ${after} order by actor_email using ~<~ limit 1)`;
  const { rows } = await db.execute<{ address: string }>(sql`
    with recursive found as (
      select ${next()} as address
      union all
      select ${next(sql`actor_email ~>~ found.address`)} from found where found.address is not null)
    select address from found where address is not null limit ${MOST_VALUES + 1}`);
  return rows.map(({ address }) => address);
}

/** Everything a person may mean by what they typed: an id, a number, a whole address that belongs to somebody, a name, a part of an address. */
async function subjectsNamed(db: DatabaseOrTransaction, text: string): Promise<Found> {
  const lower = text.toLowerCase();
  // Those of the payment provider have capitals.
  const asIds = [...new Set([text, lower])];
  const ids = (values: string[], many?: SQL): Found => ({ values: [[auditLog.subjectId, values]], many });
  if (isUuid(lower)) return ids([lower]);
  if (/^\d{1,15}$/.test(text)) return ids([text, ...(await numbered(db, Number(text)))]);
  const owned = await ownedBy(db, text);
  if (owned.length > 0 && owned.length <= MOST_VALUES) return ids([...asIds, ...owned]);
  const [people, guests] = await Promise.all([peopleNamed(db, text), guestsNamed(db, text)]);
  const areMany = people.ids.length > MOST_VALUES || guests.ids.length > MOST_VALUES;
  if (areMany)
    return ids(asIds, sql`(${auditLog.subjectId} in ${people.all} or ${auditLog.subjectId} in ${guests.all})`);
  return ids([...asIds, ...people.ids, ...guests.ids]);
}

async function numbered(db: DatabaseOrTransaction, number: number): Promise<string[]> {
  const rows = await Promise.all([
    db.select({ id: orders.id }).from(orders).where(eq(orders.number, number)),
    db.select({ id: reservations.id }).from(reservations).where(eq(reservations.number, number)),
    number < 2 ** 31 ? db.select({ id: devices.id }).from(devices).where(eq(devices.number, number)) : [],
  ]);
  return rows.flat().map(({ id }) => id);
}

/** The account of a whole address, along its index. */
async function accountOf(db: DatabaseOrTransaction, text: string): Promise<string[]> {
  const owns = ownsAddressCondition(text);
  if (!owns) return [];
  return (await db.select({ id: profiles.id }).from(profiles).where(owns)).map(({ id }) => id);
}

/** With the reservations of that address, one more than a few at most. */
async function ownedBy(db: DatabaseOrTransaction, text: string): Promise<string[]> {
  if (!ownsAddressCondition(text)) return [];
  const theirs = db
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.email, normaliseEmail(text)))
    .limit(MOST_VALUES + 1);
  const [account, guests] = await Promise.all([accountOf(db, text), theirs]);
  return [...account, ...guests.map(({ id }) => id)];
}

/** Accounts found by their words: the first of them, one more than a few at most, and a query for all. */
const peopleNamed = (db: DatabaseOrTransaction, text: string) =>
  foundBy(
    db,
    sql`(select profile_id::text as id from ${profileWords} where ${wordSearchCondition(profileWords.words, text)})`,
  );

const guestsNamed = (db: DatabaseOrTransaction, text: string) =>
  foundBy(db, sql`(select id::text as id from ${reservations} where ${wordSearchCondition(RESERVATION_WORDS, text)})`);

async function foundBy(db: DatabaseOrTransaction, all: SQL) {
  const { rows } = await db.execute<{ id: string }>(sql`select id from ${all} every limit ${MOST_VALUES + 1}`);
  return { all, ids: rows.map(({ id }) => id) };
}

import { and, eq, getTableColumns, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '#domain/admin/contract.ts';
import { AUDIT_ACTORS } from '#domain/audit-actions.ts';
import { TIME_ZONE } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import { devices } from '../devices/schema.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { escaped, pageOf } from '../platform/list.ts';

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
  { direction, after, actor, ...wanted }: Wanted,
): Promise<{ rows: AuditEntry[]; next: string | null }> {
  const page = pageOf({ key: auditLog.at, id: auditLog.id, direction, after });
  const part = and(await chosen(db, wanted), page.after);
  const found = await db
    .select({ ...getTableColumns(auditLog), place: page.place })
    .from(auditLog)
    .where(actor ? await byActor(db, actor, part, page) : part)
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const names = await namesOf(db, found);
  return page.show(found, ({ place, ...row }) => ({ ...row, subjectName: names.get(row.subjectId) ?? null }));
}

async function chosen(
  db: DatabaseOrTransaction,
  { action, subject, from, to }: Omit<Wanted, 'actor' | 'direction' | 'after'>,
): Promise<SQL | undefined> {
  return and(
    action ? (action.includes('.') ? eq(auditLog.action, action) : eq(DOMAIN, action)) : undefined,
    subject ? inArray(auditLog.subjectId, await subjectsNamed(db, subject)) : undefined,
    from ? sql`${auditLog.at} >= ${from}::date::timestamp at time zone ${TIME_ZONE}` : undefined,
    to ? sql`${auditLog.at} < (${to}::date + 1)::timestamp at time zone ${TIME_ZONE}` : undefined,
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DOMAIN = sql`split_part(${auditLog.action}, '.', 1)`;

/**
 * That part of the log by an id, or by the beginning of an address. Of a few addresses each one's page is read along its own
 * index: somebody who left has no entries among the newest, and walking down the whole log to theirs could take seconds.
 */
async function byActor(
  db: DatabaseOrTransaction,
  actor: string,
  part: SQL | undefined,
  { orderBy, limit }: Pick<ReturnType<typeof pageOf>, 'orderBy' | 'limit'>,
): Promise<SQL | undefined> {
  const lower = actor.toLowerCase();
  if (UUID.test(lower) || AUDIT_ACTORS.some((one) => one === lower)) return and(eq(auditLog.actor, lower), part);
  const addresses = await addressesOf(db, lower);
  if (addresses.length > FEW) return and(startsWith(lower), part);
  const ofAddress = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(sql`${auditLog.actorEmail} = address`, part))
    .orderBy(...orderBy)
    .limit(limit);
  return sql`${auditLog.id} in (select each.id from unnest(${sql.param(addresses)}::text[]) address, lateral ${ofAddress} each)`;
}

const FEW = 30;
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
    select address from found where address is not null limit ${FEW + 1}`);
  return rows.map(({ address }) => address);
}

/** The ids of everything a person may mean by what they typed. */
async function subjectsNamed(db: DatabaseOrTransaction, text: string): Promise<string[]> {
  const lower = text.toLowerCase();
  if (lower.includes('@')) {
    const rows = await db
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(sql`lower(${profiles.email})`, lower));
    return [lower, ...rows.map(({ id }) => id)];
  }
  if (!/^\d{1,15}$/.test(text)) return [lower];
  const number = Number(text);
  const rows = await Promise.all([
    db.select({ id: orders.id }).from(orders).where(eq(orders.number, number)),
    db.select({ id: reservations.id }).from(reservations).where(eq(reservations.number, number)),
    number < 2 ** 31 ? db.select({ id: devices.id }).from(devices).where(eq(devices.number, number)) : [],
  ]);
  return [text, ...rows.flat().map(({ id }) => id)];
}

/** An address for people, a number for things: what a reader knows them by. */
async function namesOf(
  db: DatabaseOrTransaction,
  rows: { subjectKind: string; subjectId: string }[],
): Promise<Map<string, string>> {
  const idsOf = (kind: string) => [
    ...new Set(rows.filter((row) => row.subjectKind === kind && UUID.test(row.subjectId)).map((row) => row.subjectId)),
  ];
  const [people, bought, places, tvs] = [idsOf('profile'), idsOf('order'), idsOf('reservation'), idsOf('device')];
  const named = await Promise.all([
    people.length === 0
      ? []
      : db.select({ id: profiles.id, name: profiles.email }).from(profiles).where(inArray(profiles.id, people)),
    bought.length === 0
      ? []
      : db.select({ id: orders.id, name: orders.number }).from(orders).where(inArray(orders.id, bought)),
    places.length === 0
      ? []
      : db
          .select({ id: reservations.id, name: reservations.number })
          .from(reservations)
          .where(inArray(reservations.id, places)),
    tvs.length === 0
      ? []
      : db.select({ id: devices.id, name: devices.number }).from(devices).where(inArray(devices.id, tvs)),
  ]);
  return new Map(named.flat().map(({ id, name }) => [id, String(name)]));
}

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
  { direction, after, ...wanted }: Wanted,
): Promise<{ rows: AuditEntry[]; next: string | null }> {
  const page = pageOf({ key: auditLog.at, id: auditLog.id, direction, after });
  const found = await db
    .select({ ...getTableColumns(auditLog), place: page.place })
    .from(auditLog)
    .where(and(await chosen(db, wanted), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const names = await namesOf(db, found);
  return page.show(found, ({ place, ...row }) => ({ ...row, subjectName: names.get(row.subjectId) ?? null }));
}

type Filter = Omit<Wanted, 'direction' | 'after'>;

async function chosen(
  db: DatabaseOrTransaction,
  { actor, action, subject, from, to }: Filter,
): Promise<SQL | undefined> {
  return and(
    actor ? await byActor(db, actor) : undefined,
    action ? (action.includes('.') ? eq(auditLog.action, action) : eq(DOMAIN, action)) : undefined,
    subject ? inArray(auditLog.subjectId, await subjectsNamed(db, subject)) : undefined,
    from ? sql`${auditLog.at} >= ${from}::date::timestamp at time zone ${TIME_ZONE}` : undefined,
    to ? sql`${auditLog.at} < (${to}::date + 1)::timestamp at time zone ${TIME_ZONE}` : undefined,
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DOMAIN = sql`split_part(${auditLog.action}, '.', 1)`;

/** By the beginning of an address. When it is that of a single one, the entries of that one stand side by side in an index. */
async function byActor(db: DatabaseOrTransaction, text: string): Promise<SQL> {
  const lower = text.toLowerCase();
  if (UUID.test(lower) || AUDIT_ACTORS.some((actor) => actor === lower)) return eq(auditLog.actor, lower);
  const hasPrefix = like(auditLog.actorEmail, `${escaped(lower)}%`);
  const end = (way: '~<~' | '~>~') =>
    sql<
      string | null
    >`(select ${auditLog.actorEmail} from ${auditLog} where ${hasPrefix} order by ${auditLog.actorEmail} using ${sql.raw(way)} limit 1)`;
  const { rows } = await db.execute<{ first: string | null; last: string | null }>(
    sql`select ${end('~<~')} as first, ${end('~>~')} as last`,
  );
  const { first, last } = rows[0]!;
  return first !== null && first === last ? eq(auditLog.actorEmail, first) : hasPrefix;
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

import { and, eq, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '#domain/admin/contract.ts';
import { AUDIT_ACTORS } from '#domain/audit-actions.ts';
import { TIME_ZONE } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import { devices } from '../devices/schema.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { keyset } from '../platform/list-order.ts';

const PAGE = 50;

interface Wanted {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  after?: number | undefined;
  direction: 'asc' | 'desc';
}

/** By time, newest first unless asked otherwise. */
export async function readAudit(
  db: DatabaseOrTransaction,
  wanted: Wanted,
  size = PAGE,
): Promise<{ rows: AuditEntry[]; next: number | null }> {
  const order = keyset(auditLog.at, auditLog.id, wanted.direction);
  const found = await db
    .select()
    .from(auditLog)
    .where(and(await chosen(db, wanted), wanted.after === undefined ? undefined : order.after(wanted.after)))
    .orderBy(...order.by)
    .limit(size + 1);
  const page = found.slice(0, size);
  const names = await namesOf(db, page);
  return {
    rows: page.map((row) => ({ ...row, subjectName: names.get(row.subjectId) ?? null })),
    next: found.length > size ? page.at(-1)!.id : null,
  };
}

async function chosen(
  db: DatabaseOrTransaction,
  { actor, action, subject, from, to }: Wanted,
): Promise<SQL | undefined> {
  return and(
    actor ? byActor(actor) : undefined,
    action
      ? action.includes('.')
        ? eq(auditLog.action, action)
        : like(auditLog.action, `${escaped(action)}.%`)
      : undefined,
    subject ? inArray(auditLog.subjectId, await subjectsNamed(db, subject)) : undefined,
    from ? sql`${auditLog.at} >= ${from}::date::timestamp at time zone ${TIME_ZONE}` : undefined,
    to ? sql`${auditLog.at} < (${to}::date + 1)::timestamp at time zone ${TIME_ZONE}` : undefined,
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const byActor = (text: string): SQL => {
  const lower = text.toLowerCase();
  return UUID.test(lower) || AUDIT_ACTORS.some((actor) => actor === lower)
    ? eq(auditLog.actor, lower)
    : like(auditLog.actorEmail, `${escaped(lower)}%`);
};

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

import { eq, type SQL, sql } from 'drizzle-orm';
import type { Permission } from '#domain/access.ts';
import { type HistoryEntry, type HistoryKind, PART_PERMISSIONS } from '#domain/accounts/person-page.ts';
import { refuse } from '#domain/refuse.ts';
import { personNotes, profiles } from '../../accounts/schema.ts';
import { actorNames } from '../../actor-names.ts';
import { devices } from '../../devices/schema.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import type { Database } from '../../platform/db.ts';
import { pageOf } from '../../platform/list.ts';
import { mails } from '../../platform/mail.schema.ts';

const SIZE = 30;

/** What every device of the person's says by itself, many times a day. */
const OMITTED_ACTIONS = ['accounts.token-refreshed', 'accounts.factor-challenged', 'accounts.proven'];

interface Row extends Record<string, unknown> {
  id: string;
  moment: string;
  place: [string, string];
  actor: string;
  key: string | null;
  about: HistoryEntry['about'];
}

/** What happened to a person, newest first; each kind from the rows that say it, for whoever may read those. */
export async function readHistory(
  db: Database,
  permissions: ReadonlySet<Permission>,
  { id, kind, after }: { id: string; kind?: HistoryKind | undefined; after?: string | undefined },
): Promise<{ rows: HistoryEntry[]; next: string | null }> {
  const [person] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id));
  if (!person) throw refuse('PERSON_GONE');
  const may = (part: keyof typeof PART_PERMISSIONS) => permissions.has(PART_PERMISSIONS[part]);
  const parts: [HistoryKind, boolean, () => SQL][] = [
    ['purchase', may('purchase'), () => purchases(id)],
    ['tv', true, () => televisions(id)],
    ['network', true, () => network(id)],
    ['mail', may('mail'), () => written(id)],
    ['access', may('access'), () => access(id)],
    ['staff', may('access'), () => actions(id)],
    ['staff', true, () => notes(id)],
  ];
  const wanted = parts.filter(([of, isAllowed]) => isAllowed && (!kind || of === kind)).map(([, , read]) => read());
  if (wanted.length === 0) return { rows: [], next: null };

  const page = pageOf({
    key: { expression: sql`told.moment`, type: 'timestamptz' },
    id: { expression: sql`told.id`, type: 'text' },
    direction: 'desc',
    after,
    size: SIZE,
  });
  const newest = wanted.map(
    (part) => sql`(select told.* from (${part}) told where ${page.after ?? sql`true`}
      order by told.moment desc, told.id desc limit ${page.limit})`,
  );
  const { rows } = await db.execute<Row>(sql`
    select told.*, ${page.place} as place from (${sql.join(newest, sql` union all `)}) told
    order by told.moment desc, told.id desc limit ${page.limit}`);
  const names = await actorNames(
    db,
    rows.map(({ actor }) => actor),
  );
  return page.show(rows, (row) => ({
    id: row.id,
    moment: new Date(row.moment),
    by: { id: row.actor, name: names.get(row.actor) ?? null, key: row.key },
    about: row.about,
  }));
}

/** A row of each part: an id by which what happened at one moment stands in the order in which it was written; when, who, and what. */
const told = (table: string, id: unknown, moment: unknown, actor: unknown, about: SQL, key: unknown = null) =>
  sql`select (lpad(${id}::text, 36, '0') || ${` ${table}`}) collate "C" as id, ${moment} as moment, ${actor}::text as actor,
    ${key}::text as key, ${about} as about`;

const purchases = (id: string) =>
  sql`${told(
    'order_events',
    orderEvents.id,
    orderEvents.moment,
    orderEvents.actor,
    sql`jsonb_build_object('kind', 'purchase', 'number', ${orders.number}, 'event', ${orderEvents.kind},
    'reference', ${orderEvents.reference}, 'currency', ${orders.currency}, 'facts', ${orderEvents.facts})`,
    orderEvents.keyName,
  )} from ${orders} join ${orderEvents} on ${orderEvents.orderId} = ${orders.id} where ${orders.profileId} = ${id}`;

/** An end of its token is nobody's. */
const whoUnlinked = sql`coalesce((select a.actor from ${auditLog} a where a.subject_id = ${devices.id}::text
  and a.action = 'devices.unlinked' order by a.at desc, a.id desc limit 1), 'system')`;

const televisions = (id: string) => {
  const about = (linked: boolean) =>
    sql`jsonb_build_object('kind', 'tv', 'linked', ${linked}::boolean, 'number', ${devices.number}, 'name', ${devices.name})`;
  return sql`${told('linked', devices.id, devices.linkedAt, id, about(true))}
    from ${devices} where ${devices.profileId} = ${id}
    union all ${told('unlinked', devices.id, devices.unlinkedAt, whoUnlinked, about(false))}
    from ${devices} where ${devices.profileId} = ${id} and ${devices.unlinkedAt} is not null`;
};

const network = (id: string) => {
  const name = sql`coalesce(nullif(concat_ws(' ', nullif(${profiles.firstName}, ''), nullif(${profiles.lastName}, '')), ''), ${profiles.username})`;
  return sql`${told(
    'joined',
    profiles.id,
    profiles.joinedNetworkAt,
    sql`'system'`,
    sql`jsonb_build_object('kind', 'network', 'member', case when ${profiles.id} = ${id} then null
      else jsonb_build_object('id', ${profiles.id}, 'name', ${name}) end)`,
  )} from ${profiles} where (${profiles.id} = ${id} or ${profiles.parentId} = ${id})
    and ${profiles.joinedNetworkAt} is not null`;
};

const written = (id: string) =>
  sql`${told(
    'mails',
    mails.id,
    sql`coalesce(${mails.sentAt}, ${mails.createdAt})`,
    sql`'system'`,
    sql`jsonb_build_object('kind', 'mail', 'template', ${mails.template}, 'state', ${mails.state},
    'problem', ${mails.lastError})`,
  )} from ${mails} where ${mails.profileId} = ${id}`;

const isByOthers = (id: string) => sql`${auditLog.actor} ~ '^[0-9a-f]{8}-' and ${auditLog.actor} <> ${id}`;
const logged = (about: SQL) => told('audit_log', auditLog.id, auditLog.at, auditLog.actor, about, auditLog.keyName);

const access = (id: string) => sql`${logged(sql`jsonb_build_object('kind', 'access', 'action', ${auditLog.action})`)}
  from ${auditLog} where ${auditLog.subjectId} = ${id} and not (${isByOthers(id)})
    and ${auditLog.action} <> all (${sql.param(OMITTED_ACTIONS)}::text[])`;

const actions = (id: string) =>
  sql`${logged(
    sql`jsonb_build_object('kind', 'staff', 'action', ${auditLog.action}, 'note', null)`,
  )} from ${auditLog} where ${auditLog.subjectId} = ${id} and ${isByOthers(id)} and ${auditLog.action} <> 'accounts.noted'`;

const notes = (id: string) =>
  sql`${told(
    'person_notes',
    personNotes.id,
    personNotes.createdAt,
    sql`coalesce(${personNotes.authorId}::text, '')`,
    sql`jsonb_build_object('kind', 'staff', 'action', null, 'note', ${personNotes.text})`,
  )} from ${personNotes} where ${personNotes.profileId} = ${id}`;

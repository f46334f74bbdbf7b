import { and, count, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { Permission } from '#domain/access.ts';
import { PART_PERMISSIONS, type PersonPage } from '#domain/accounts/person-page.ts';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { memberName } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { SILENT_HOURS } from '#domain/tvs/rules.ts';
import { describeRow } from '../../accounts/people/people.ts';
import { notesOfPerson } from '../../accounts/people/person-notes.ts';
import { acceptances, profiles } from '../../accounts/schema.ts';
import { factorsOf, verifiedFactors } from '../../auth/account.ts';
import { listOpenSessions } from '../../auth/sessions/own-sessions.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { reservations } from '../../events/schema.ts';
import { memberCard } from '../../network/member-card.ts';
import { ordersOfPerson } from '../../orders/of-person.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import type { Database } from '../../platform/db.ts';
import { mails } from '../../platform/mail.schema.ts';
import { paidMonthsOf } from '../transfers/paid-months.ts';

/** Rows of a part; its own list has all of them. */
const ROWS_SHOWN = 10;
const FAILURE_DAYS = 90;
const FAILURES = ['accounts.sign-in-failed', 'accounts.factor-refused', 'accounts.password-proof-failed'];

/** Everything about one person, each part for whoever may open the list that it is from. */
export async function readPerson(
  deps: Dependencies,
  permissions: ReadonlySet<Permission>,
  id: string,
): Promise<PersonPage> {
  const { db, config } = deps;
  const may = (part: keyof typeof PART_PERMISSIONS) => permissions.has(PART_PERMISSIONS[part]);
  const [person] = await db.select().from(profiles).where(eq(profiles.id, id));
  if (!person) throw refuse('PERSON_GONE');
  const [purchases, booked, televisions, network, written, access, notes, [accepted], inviter] = await Promise.all([
    may('purchase') ? ordersOfPerson(db, id, ROWS_SHOWN) : null,
    may('reservation') ? readReservations(db, person.email) : null,
    readTelevisions(deps, id),
    person.inTree ? readNetwork(deps, id) : null,
    may('mail') ? readMails(db, id) : null,
    may('access') ? readAccess(deps, id) : null,
    notesOfPerson(db, id),
    db.select().from(acceptances).where(eq(acceptances.userId, id)).orderBy(desc(acceptances.id)).limit(1),
    person.invitedBy ? nameOf(db, person.invitedBy) : null,
  ]);
  return {
    person: describeRow(person, config.superAdmin.email),
    inviter: inviter ?? network?.above.at(-1) ?? null,
    purchases: purchases && { ...purchases, rows: await withMonths(db, purchases.rows) },
    reservations: booked,
    televisions,
    network,
    mails: written,
    access,
    notes,
    accepted: accepted ? { document: accepted.document, version: accepted.version, moment: accepted.acceptedAt } : null,
  };
}

async function withMonths<Row extends { id: string }>(db: Database, rows: Row[]) {
  const paid = await paidMonthsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, paidMonths: paid.get(row.id) ?? null }));
}

async function nameOf(db: Database, id: string) {
  const [person] = await db.select().from(profiles).where(eq(profiles.id, id));
  return person ? { id, name: memberName(person) } : null;
}

async function readReservations(db: Database, email: string): Promise<PersonPage['reservations']> {
  const [[sum], rows] = await Promise.all([
    db.select({ count: count() }).from(reservations).where(eq(reservations.email, email)),
    db
      .select()
      .from(reservations)
      .where(eq(reservations.email, email))
      .orderBy(desc(reservations.createdAt), desc(reservations.id))
      .limit(ROWS_SHOWN),
  ]);
  return { count: sum!.count, rows };
}

/** Those that are away first, then the newest. */
async function readTelevisions({ db, now }: Dependencies, profileId: string): Promise<PersonPage['televisions']> {
  const since = now().getTime() - SILENT_HOURS * HOUR_MS;
  const rows = await db
    .select()
    .from(devices)
    .where(and(eq(devices.profileId, profileId), isNull(devices.unlinkedAt)))
    .orderBy(desc(devices.linkedAt), desc(devices.id));
  return rows
    .map(({ id, number, name, lastSeenAt, linkedAt }) => ({
      id,
      number,
      name,
      lastSeenAt,
      isAway: (lastSeenAt ?? linkedAt).getTime() < since,
    }))
    .sort((one, other) => Number(other.isAway) - Number(one.isAway));
}

async function readNetwork(deps: Dependencies, id: string): Promise<PersonPage['network']> {
  const [card, members] = await Promise.all([
    memberCard(deps, id),
    deps.db
      .select()
      .from(profiles)
      .where(eq(profiles.parentId, id))
      .orderBy(desc(profiles.joinedNetworkAt))
      .limit(ROWS_SHOWN),
  ]);
  if (!card) return null;
  const { level, direct, downline, devices: bought, above } = card;
  const named = members.map((one) => ({ id: one.id, name: memberName(one) }));
  return { level, direct, downline, devices: bought, above, members: named };
}

async function readMails(db: Database, profileId: string): Promise<PersonPage['mails']> {
  const [[sum], [last]] = await Promise.all([
    db
      .select({
        count: count(),
        failed: sql<number>`count(*) filter (where ${mails.state} in ('failed', 'expired'))`.mapWith(Number),
      })
      .from(mails)
      .where(eq(mails.profileId, profileId)),
    db
      .select()
      .from(mails)
      .where(eq(mails.profileId, profileId))
      .orderBy(desc(mails.createdAt), desc(mails.id))
      .limit(1),
  ]);
  return {
    ...sum!,
    last: last ? { template: last.template, state: last.state, moment: last.sentAt ?? last.createdAt } : null,
  };
}

async function readAccess(deps: Dependencies, id: string): Promise<PersonPage['access']> {
  const since = new Date(deps.now().getTime() - FAILURE_DAYS * DAY_MS);
  const [factors, open, failures] = await Promise.all([
    factorsOf(deps.db, id),
    listOpenSessions(deps, id),
    deps.db.$count(
      auditLog,
      and(eq(auditLog.subjectId, id), gte(auditLog.at, since), inArray(auditLog.action, FAILURES)),
    ),
  ]);
  return {
    secondStep: verifiedFactors(factors).length > 0,
    sessions: open.map(({ id: session, browser, system, lastUsedAt }) => ({
      id: session,
      browser,
      system,
      lastUsedAt,
    })),
    failures,
  };
}

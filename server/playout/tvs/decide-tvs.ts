import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import type { Region } from '#domain/places/regions.ts';
import type { VENUES } from '#domain/places/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import type { Suspicion } from '#domain/tvs/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { revokeLeasesOfOldPlace } from '../licences.ts';
import { licences, tvs } from '../schema.ts';
import { tvScreens, tvSuspicions } from './schema.ts';

const on = (id: string) => ({ kind: 'device' as const, id });

/** A linked TV with its owner's address. */
async function linked(tx: Tx, id: string) {
  const [row] = await tx
    .select({ number: devices.number, name: devices.name, profileId: devices.profileId, email: profiles.email })
    .from(devices)
    .innerJoin(profiles, eq(profiles.id, devices.profileId))
    .where(and(eq(devices.id, id), isNull(devices.unlinkedAt)));
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** Nobody decides what their own TV counts for, because they are rewarded for it; the super-admin may. */
export async function refuseOwnTv(
  db: DatabaseOrTransaction,
  { id: profileId, level }: Pick<Person, 'id' | 'level'>,
  id: string,
): Promise<void> {
  if (level === 'superAdmin') return;
  const isOwn = and(eq(devices.id, id), eq(devices.profileId, profileId));
  if ((await db.$count(devices, isOwn)) > 0) throw refuse('OWN_TV');
}

/** Puts a suspicion aside as it is measured now. */
export async function clearSuspicion(tx: Tx, actor: Actor, id: string, kind: Suspicion, now: Date): Promise<void> {
  const [cleared] = await tx
    .update(tvSuspicions)
    .set({ clearedFigure: sql`${tvSuspicions.figure}`, clearedAt: now, clearedBy: actor.id })
    .where(and(eq(tvSuspicions.tvId, id), eq(tvSuspicions.kind, kind)))
    .returning({ figure: tvSuspicions.figure });
  if (!cleared) throw refuse('NOT_FOUND');
  await record(tx, actor, { action: 'tvs.cleared', on: on(id), after: { suspicion: kind, figure: cleared.figure } });
}

/** A TV and the kind of place that somebody looked at; without it, whatever it is now. */
interface Looked {
  id: string;
  venue?: (typeof VENUES)[number] | null | undefined;
}

function waits({ id, venue }: Looked) {
  const isSame = venue ? eq(tvs.venue, venue) : undefined;
  return and(eq(tvs.tvId, id), ne(tvs.venue, 'household'), isNull(tvs.confirmedAt), isSame);
}

/** The kind of place is true: campaigns that chose it are shown there from now on. `installation`: whose record says so. */
export async function confirmVenue(
  tx: Tx,
  actor: Actor,
  { id, venue, how, installation }: Looked & { how: 'photo' | 'visit' | 'call'; installation?: number },
  now: Date,
): Promise<void> {
  await linked(tx, id);
  const [row] = await tx
    .update(tvs)
    .set({ confirmedAt: now, confirmedBy: actor.id, confirmedHow: how })
    .where(waits({ id, venue }))
    .returning({ venue: tvs.venue });
  if (!row) throw refuse('VENUE_CHANGED');
  await record(tx, actor, {
    action: 'tvs.venue-confirmed',
    on: on(id),
    after: { venue: row.venue, how, installation },
  });
}

/** The kind of place is not true: it is empty again, and the owner reads why. */
export async function refuseVenue(
  tx: Tx,
  { queue, config, now }: Dependencies,
  actor: Actor,
  { id, venue, reason }: Looked & { reason: string },
): Promise<void> {
  const { number, name, profileId, email } = await linked(tx, id);
  const [row] = await tx.update(tvs).set({ venue: null }).where(waits({ id, venue })).returning({ id: tvs.tvId });
  if (!row) throw refuse('VENUE_CHANGED');
  await record(tx, actor, { action: 'tvs.venue-refused', on: on(id), after: { reason } });
  await queueMail(tx, queue, {
    to: email,
    profileId,
    template: 'tvs.venue-refused',
    props: { number: formatPairingNumber(number), name, reason, link: `${config.publicUrl}/account#televizori` },
    idempotencyKey: `tvs.venue-refused:${id}:${now().getTime()}`,
  });
}

/** Says in which region a TV stands. Its plays keep the region in which they were shown; the owner's own two changes stay as they were. */
export async function moveTv(
  tx: Tx,
  actor: Actor,
  { id, region }: { id: string; region: Region },
  now: Date,
): Promise<void> {
  await linked(tx, id);
  await tx.insert(tvs).values({ tvId: id }).onConflictDoNothing();
  const [was] = await tx.select().from(tvs).where(eq(tvs.tvId, id)).for('update');
  if (was!.region === region) return;
  await tx.update(tvs).set({ region }).where(eq(tvs.tvId, id));
  await tx.update(licences).set({ region }).where(eq(licences.tvId, id));
  await revokeLeasesOfOldPlace(tx, was!, now);
  await record(tx, actor, { action: 'tvs.moved', on: on(id), before: { region: was!.region }, after: { region } });
}

/** Asks something of a TV with its next report. One that never reported cannot hear it. */
export async function commandTv(
  tx: Tx,
  actor: Actor,
  { id, command }: { id: string; command: 'reload' | 'relink' },
  now: Date,
): Promise<void> {
  await linked(tx, id);
  const [asked] = await tx
    .update(tvScreens)
    .set({ command, commandAt: now })
    .where(eq(tvScreens.tvId, id))
    .returning({ id: tvScreens.tvId });
  if (!asked) throw refuse('TV_SILENT');
  await record(tx, actor, { action: 'tvs.commanded', on: on(id), after: { command } });
}

/** A device whose last owner was erased may be used again by whoever bought it, or by nobody, if they were erased too. */
export async function releaseDeviceOfErasedOwner(tx: Tx, actor: Actor, typed: string): Promise<void> {
  const serial = parseSerial(typed).serial ?? '';
  const [freed] = await tx
    .delete(licences)
    .where(and(eq(licences.serial, serial), isNull(licences.profileId)))
    .returning({ id: licences.id, serial: licences.serial });
  if (!freed && (await wasFreedBy(tx, actor, serial))) return;
  if (!freed) throw refuse('DEVICE_NOT_USED_UP');
  await record(tx, actor, { action: 'tvs.device-freed', on: on(freed.id), after: { serial: freed.serial } });
}

/** They freed it last and nobody has used it since: the answer was lost. */
async function wasFreedBy(tx: Tx, actor: Actor, serial: string): Promise<boolean> {
  const [used] = await tx.select({ id: licences.id }).from(licences).where(eq(licences.serial, serial));
  if (used) return false;
  const [last] = await tx
    .select({ actor: auditLog.actor })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'tvs.device-freed'), sql`${auditLog.after} ->> 'serial' = ${serial}`))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return last?.actor === actor.id;
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { Region } from '#domain/places/regions.ts';
import { REGION_CHANGE_DAYS, REGION_CHANGES, type VENUES } from '#domain/places/rules.ts';
import { UNNUMBERED } from '#domain/playout/licences.ts';
import { refuse } from '#domain/refuse.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { devices } from '../devices/schema.ts';
import type { CallLimits } from '../limits.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { normaliseSecret } from '../platform/secrets/readable-secret.ts';
import { lockLicenceOfSerial, refuseBlocked } from './hand-over-code.ts';
import { licenceInForceCondition, revokeLeasesOfOldPlace, revokeLeasesOfTv } from './licences.ts';
import { assignUnnumberedDevice } from './own-tvs.ts';
import { licences, tvs } from './schema.ts';

interface Wanted {
  id: string;
  name?: string | undefined;
  region?: Region | undefined;
  venue?: (typeof VENUES)[number] | undefined;
  licence?: string | undefined;
}

type UpdateDeps = Pick<Dependencies, 'config' | 'queue' | 'now'>;

/**
 * Says of a person's TV what it is called, where it stands and on which device it runs; what is not given stays. The same again is done, and
 * not written down once more.
 */
export async function updateOwnTv(
  tx: Tx,
  deps: UpdateDeps,
  actor: Actor,
  profileId: string,
  { id, name, region, venue, licence }: Wanted,
  limits: Pick<CallLimits, 'consume'>,
): Promise<void> {
  const now = deps.now();
  const own = and(eq(devices.id, id), eq(devices.profileId, profileId), isNull(devices.unlinkedAt));
  const [device] = await tx.select({ name: devices.name }).from(devices).where(own).for('update');
  if (!device) throw refuse('NOT_FOUND');
  if (name && name !== device.name) await tx.update(devices).set({ name }).where(own);
  const before = await place(tx, id, { region, venue }, now);
  const newRegion = region ?? before.region;
  const isOnAnother = licence
    ? await takeLicence(tx, deps, profileId, { tvId: id, typed: licence, region: newRegion }, limits)
    : false;
  if (!licence && region) await moveDevice(tx, id, { from: before.region, to: region }, now);
  const isRenamed = name !== undefined && name !== device.name;
  const isMoved = newRegion !== before.region || (venue ?? before.venue) !== before.venue;
  if (!isOnAnother && !isRenamed && !isMoved) return;
  await record(tx, actor, {
    action: 'devices.placed',
    on: { kind: 'device', id },
    before: { ...before, name: device.name },
    after: { region, venue, name, ...(licence && { licence: parseSerial(licence).serial ?? UNNUMBERED }) },
  });
}

async function place(tx: Tx, tvId: string, { region, venue }: Pick<Wanted, 'region' | 'venue'>, now: Date) {
  await tx.insert(tvs).values({ tvId }).onConflictDoNothing();
  const [was] = await tx.select().from(tvs).where(eq(tvs.tvId, tvId)).for('update');
  const before = { region: was!.region, venue: was!.venue };
  if (!region && !venue) return before;
  await tx
    .update(tvs)
    .set({ ...(region && { region }), ...(venue && venue !== was!.venue && { venue, confirmedAt: null }) })
    .where(eq(tvs.tvId, tvId));
  if ((region && region !== was!.region) || (venue && venue !== was!.venue))
    await revokeLeasesOfOldPlace(tx, was!, now);
  return before;
}

/**
 * The device on which a TV runs, if it does, stands in that region from now on. How often it moved is counted with its licence and not with
 * the TV, so that a TV that is unlinked and linked again has no more changes than it had.
 */
async function moveDevice(
  tx: Tx,
  tvId: string,
  { from, to }: { from: string | null; to: string },
  now: Date,
): Promise<void> {
  const [licence] = await tx.select().from(licences).where(eq(licences.tvId, tvId)).for('update');
  if (licence) await moveLicence(tx, { ...licence, region: from ?? licence.region }, to, now);
}

const changesCountFrom = (now: Date) => new Date(now.getTime() - REGION_CHANGE_DAYS * DAY_MS);

/**
 * Whoever takes a device over has changes of their own, and places it before one is counted. A device that goes on within the same days
 * keeps its count, so that two accounts of one person that pass it to and fro get no more.
 */
async function withNextOwner(
  tx: Tx,
  licence: typeof licences.$inferSelect,
  now: Date,
): Promise<typeof licences.$inferSelect> {
  if (licence.changesSince !== null && licence.changesSince > changesCountFrom(now)) return licence;
  const fresh = { region: null, regionChanges: [], changesSince: now };
  await tx.update(licences).set(fresh).where(eq(licences.id, licence.id));
  return { ...licence, ...fresh };
}

async function moveLicence(
  tx: Tx,
  { id, region, regionChanges }: Pick<typeof licences.$inferSelect, 'id' | 'region' | 'regionChanges'>,
  to: string | null,
  now: Date,
): Promise<void> {
  if (to === null) return;
  const changes = regionChanges.map((at) => new Date(at)).filter((at) => at > changesCountFrom(now));
  const moves = region !== null && region !== to;
  if (moves && changes.length >= REGION_CHANGES)
    throw refuse('REGION_CHANGED_OFTEN', { from: new Date(changes[0]!.getTime() + REGION_CHANGE_DAYS * DAY_MS) });
  await tx
    .update(licences)
    .set({ region: to, ...(moves && { regionChanges: [...changes, now] }) })
    .where(eq(licences.id, id));
}

/**
 * Lets a TV run on a device: by its number, by a code handed over with it, or on one without a number. A blocked TV keeps the one that it
 * has. `false`: it ran on that one already.
 */
async function takeLicence(
  tx: Tx,
  deps: UpdateDeps,
  profileId: string,
  { tvId, typed, region }: { tvId: string; typed: string; region: string | null },
  limits: Pick<CallLimits, 'consume'>,
): Promise<boolean> {
  const now = deps.now();
  if (typed === UNNUMBERED) {
    await refuseBlocked(tx, [tvId]);
    const has = and(eq(licences.tvId, tvId), eq(licences.profileId, profileId), eq(licences.kind, 'unnumbered'));
    const isRepeated = (await tx.$count(licences, has)) > 0;
    const device = await assignUnnumberedDevice(tx, profileId, tvId, region);
    if (!device) throw refuse('LICENCES_USED_UP');
    await moveLicence(tx, device.licence, region, now);
    if (!isRepeated) await limits.consume('TVs of a device', device.name);
    return !isRepeated;
  }
  const { serial } = parseSerial(typed);
  const licence = serial ? await lockLicenceOfSerial(tx, profileId, serial, now) : await licenceOfCode(tx, typed, now);
  const isSame = licence.tvId === tvId && licence.profileId === profileId;
  if (!isSame) await refuseBlocked(tx, [tvId, ...(licence.tvId ? [licence.tvId] : [])]);
  const isTheirs = licence.profileId === profileId;
  await moveLicence(tx, isTheirs ? licence : await withNextOwner(tx, licence, now), region, now);
  if (isSame) return false;
  await limits.consume('TVs of a device', licence.serial ?? licence.id);
  if (licence.tvId) await revokeLeasesOfTv(tx, licence.tvId, now);
  await tx.update(licences).set({ tvId: null }).where(eq(licences.tvId, tvId));
  await tx
    .update(licences)
    .set({ profileId, tvId, codeHash: null, codeEndsAt: null })
    .where(eq(licences.id, licence.id));
  if (!isTheirs) await tellWhoHadIt(tx, deps, licence);
  return true;
}

/** Whoever had a device until now reads that another account has taken it over. */
async function tellWhoHadIt(
  tx: Tx,
  { config, queue, now }: UpdateDeps,
  { id, profileId, serial }: typeof licences.$inferSelect,
): Promise<void> {
  const [before] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, profileId!));
  if (!before) return;
  const at = now().toISOString();
  await queueMail(tx, queue, {
    to: before.email,
    profileId,
    template: 'devices.taken-over',
    props: { serial: serial!, at, link: `${config.publicUrl}/account#televizori` },
    idempotencyKey: `devices.taken-over:${id}:${at}`,
  });
}

async function licenceOfCode(tx: Tx, typed: string, now: Date) {
  const [licence] = await tx
    .select()
    .from(licences)
    .where(
      and(
        eq(licences.codeHash, fingerprint(normaliseSecret(typed))),
        sql`${licences.codeEndsAt} > ${now}`,
        licenceInForceCondition(now),
      ),
    )
    .for('update');
  if (!licence) throw refuse('LICENCE_CODE_WRONG');
  return licence;
}

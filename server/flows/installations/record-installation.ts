import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Installation } from '#domain/installations/contract.ts';
import type { InstallationRecord } from '#domain/installations/record.ts';
import { formatPhone } from '#domain/phone.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { activeInstallerCondition } from '../../installations/assign.ts';
import { describeInstallation, type InstallationRow } from '../../installations/describe.ts';
import { writeRecord } from '../../installations/record.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { licences, tvs } from '../../playout/schema.ts';
import { confirmVenue } from '../../playout/tvs/decide-tvs.ts';

/** Writes the record of an installation; the place of the TV that runs on its device is confirmed with it. */
export async function recordInstallation(
  deps: Dependencies,
  actor: Actor,
  installerId: string,
  written: { id: string; record: InstallationRecord },
): Promise<Installation> {
  const now = deps.now();
  return deps.db.transaction(async (tx) => {
    const { row, isNew } = await writeRecord(tx, actor, installerId, written, now);
    if (isNew) await confirmPlace(tx, actor, row, now);
    return describeInstallation(row, now);
  });
}

/**
 * Only the TV on the recorded device of whom the installation was agreed with, when its owner says the same kind of place; never the
 * installer's own, nor by somebody who lost the label. In every other case the place waits for staff, as before.
 */
async function confirmPlace(
  tx: Tx,
  actor: Actor,
  { installerId, number, phone, device, venue }: InstallationRow,
  now: Date,
): Promise<void> {
  const { serial } = parseSerial(device);
  if (serial === null || venue === null || venue === 'household' || installerId === null) return;
  if ((await tx.$count(profiles, and(eq(profiles.id, installerId), activeInstallerCondition))) === 0) return;
  const [tv] = await tx
    .select({ id: tvs.tvId, phone: profiles.phone })
    .from(licences)
    .innerJoin(tvs, eq(tvs.tvId, licences.tvId))
    .innerJoin(devices, eq(devices.id, tvs.tvId))
    .innerJoin(profiles, eq(profiles.id, devices.profileId))
    .where(
      and(
        eq(licences.serial, serial),
        isNull(devices.unlinkedAt),
        ne(devices.profileId, installerId),
        eq(tvs.venue, venue),
        isNull(tvs.confirmedAt),
        isNull(tvs.blockedAt),
      ),
    )
    .for('update', { of: tvs });
  if (!tv?.phone || formatPhone(tv.phone) !== formatPhone(phone)) return;
  await confirmVenue(tx, actor, { id: tv.id, how: 'visit', installation: number }, now);
}

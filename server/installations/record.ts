import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { InstallationRecord } from '#domain/installations/record.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { describeInstallation, type InstallationRow } from './describe.ts';
import { installations } from './schema.ts';

/** Writes the record of one's own installation, once; `isNew`: not the same record again. */
export async function writeRecord(
  tx: Tx,
  actor: Actor,
  installerId: string,
  { id, record: written }: { id: string; record: InstallationRecord },
  now: Date,
): Promise<{ row: InstallationRow; isNew: boolean }> {
  const [row] = await tx
    .select()
    .from(installations)
    .where(and(eq(installations.id, id), eq(installations.installerId, installerId)))
    .for('update');
  if (!row) throw refuse('INSTALLATION_GONE');
  if (row.cancelledAt) throw refuse('INSTALLATION_CANCELLED');
  const known = describeInstallation(row, now);
  if (known.record && isDeepStrictEqual(known.record, written)) return { row, isNew: false };
  if (known.record) throw refuse('INSTALLATION_RECORDED');
  if (written.doneOn > dayOf(now)) throw refuse('INSTALLATION_DAY_WRONG');
  const [recorded] = await tx
    .update(installations)
    .set({ ...written, recordedAt: now })
    .where(eq(installations.id, id))
    .returning();
  await record(tx, actor, {
    action: 'installations.recorded',
    on: { kind: 'profile', id: installerId },
    after: {
      number: row.number,
      doneOn: written.doneOn,
      device: written.device,
      ...(written.venue && { venue: written.venue }),
    },
  });
  return { row: recorded!, isNew: true };
}

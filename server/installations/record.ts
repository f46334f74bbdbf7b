import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { Installation } from '#domain/installations/contract.ts';
import type { InstallationRecord } from '#domain/installations/record.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import { describeInstallation } from './describe.ts';
import { installations } from './schema.ts';

/** Writes the record of one's own installation, once. */
export async function recordInstallation(
  deps: Dependencies,
  actor: Actor,
  installerId: string,
  { id, record: written }: { id: string; record: InstallationRecord },
): Promise<Installation> {
  const now = deps.now();
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(installations)
      .where(and(eq(installations.id, id), eq(installations.installerId, installerId)))
      .for('update');
    if (!row) throw refuse('INSTALLATION_GONE');
    if (row.cancelledAt) throw refuse('INSTALLATION_CANCELLED');
    const known = describeInstallation(row, now);
    if (known.record && isDeepStrictEqual(known.record, written)) return known;
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
      after: { number: row.number, doneOn: written.doneOn, device: written.device },
    });
    return describeInstallation(recorded!, now);
  });
}

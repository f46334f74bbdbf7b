import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { campaigns } from './schema.ts';

/** Takes a campaign back into its draft, while nobody has decided. */
export async function recallCampaign(tx: Tx, actor: Actor, profileId: string, id: string, now: Date): Promise<void> {
  const own = and(eq(campaigns.id, id), eq(campaigns.profileId, profileId));
  const [row] = await tx.select({ state: campaigns.state }).from(campaigns).where(own).for('no key update');
  if (!row) throw refuse('NOT_FOUND');
  if (row.state === 'draft') return;
  if (row.state !== 'review') throw refuse('CAMPAIGN_CHANGED');
  await tx.update(campaigns).set({ state: 'draft', updatedAt: now }).where(own);
  await record(tx, actor, { action: 'campaigns.recalled', on: { kind: 'campaign', id } });
}

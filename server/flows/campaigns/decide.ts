import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { CampaignRow } from '../../campaigns/own-campaigns.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { approve, resume, stop } from './campaign-states.ts';
import { freeFor } from './send-campaign.ts';

/** A campaign that waits for a decision, held for the transaction: whoever comes second is told so. */
async function waiting(tx: Tx, id: string): Promise<CampaignRow & { profileId: string }> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  if (!row) throw refuse('NOT_FOUND');
  const { profileId } = row;
  if (row.state !== 'review' || !profileId) throw refuse('CAMPAIGN_DECIDED');
  return { ...row, profileId };
}

/** Lets a campaign run: its budget is held for it from now on. */
export async function approveCampaign(tx: Tx, deps: Dependencies, actor: Actor, id: string): Promise<void> {
  const now = deps.now();
  const row = await waiting(tx, id);
  if (row.endsAt <= now && row.everyMinutes === null) throw refuse('CAMPAIGN_OVER');
  if (!(await approve(tx, id))) throw refuse('CAMPAIGN_BUDGET', { free: await freeFor(tx, row.profileId, row.kind) });
  await decided(tx, deps, actor, row, 'approved', '');
}

/** Sends a campaign back with what has to change; the company reads the words as they are. */
export async function rejectCampaign(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  const row = await waiting(tx, id);
  await tx.update(campaigns).set({ state: 'rejected' }).where(eq(campaigns.id, id));
  await decided(tx, deps, actor, row, 'rejected', reason);
}

async function decided(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  row: CampaignRow & { profileId: string },
  decision: 'approved' | 'rejected',
  reason: string,
): Promise<void> {
  const { id, name, profileId, startsAt, sendings } = row;
  const now = deps.now();
  await tx
    .update(campaigns)
    .set({ reason, decidedAt: now, decidedBy: actor.id, updatedAt: now })
    .where(eq(campaigns.id, id));
  await record(tx, actor, {
    action: decision === 'approved' ? 'campaigns.approved' : 'campaigns.rejected',
    on: { kind: 'campaign', id },
    after: { name, ...(reason && { reason }) },
  });
  const link = `${deps.config.publicUrl}/account/campaigns/${id}`;
  const mail = {
    to: await addressOf(tx, profileId),
    profileId,
    idempotencyKey: `campaigns.${decision}:${id}:${sendings}`,
  };
  await queueMail(
    tx,
    deps.queue,
    decision === 'approved'
      ? {
          ...mail,
          template: 'campaigns.approved',
          props: { name, startsAt: (startsAt > now ? startsAt : now).toISOString(), link },
        }
      : { ...mail, template: 'campaigns.rejected', props: { name, reason, link } },
  );
}

async function addressOf(tx: Tx, profileId: string): Promise<string> {
  const [row] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, profileId));
  return row!.email;
}

interface Step {
  id: string;
  to: 'pause' | 'resume' | 'end' | 'withdraw';
  reason?: string | undefined;
}

const STATES = { pause: 'paused', end: 'done', withdraw: 'withdrawn' } as const;

/** Pauses a campaign, lets it go on, ends it or takes it down. `profileId`: only as that company's own. */
export async function stepCampaign(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, to, reason = '' }: Step,
  profileId?: string,
): Promise<void> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id));
  if (!row || (profileId !== undefined && row.profileId !== profileId)) throw refuse('NOT_FOUND');
  // Days of a special package that a pause costs would be owed to whoever paused it.
  if (profileId !== undefined && row.everyMinutes !== null) throw refuse('CAMPAIGN_CHANGED');
  const isDone = to === 'resume' ? await resume(tx, id, deps.now()) : await stop(tx, id, STATES[to], deps.now);
  if (!isDone) throw refuse('CAMPAIGN_CHANGED');
  if (reason) await tx.update(campaigns).set({ reason }).where(eq(campaigns.id, id));
  await record(tx, actor, {
    action: 'campaigns.stepped',
    on: { kind: 'campaign', id },
    before: { state: row.state },
    after: { state: to === 'resume' ? 'approved' : STATES[to], ...(reason && { reason }) },
  });
  if (to !== 'withdraw' || !row.profileId) return;
  await queueMail(tx, deps.queue, {
    to: await addressOf(tx, row.profileId),
    profileId: row.profileId,
    template: 'campaigns.withdrawn',
    props: { name: row.name, reason, link: `${deps.config.publicUrl}/account/campaigns/${id}` },
    idempotencyKey: `campaigns.withdrawn:${id}`,
  });
}

import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { nextHourOf, passedTimeOf } from '#domain/campaigns/first-hour.ts';
import { refuse } from '#domain/refuse.ts';
import { LAST_MOMENT_SECONDS, UNDO_SECONDS } from '#domain/undo.ts';
import { profiles } from '../../accounts/schema.ts';
import { type CampaignRow, isOver } from '../../campaigns/describe-campaigns.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail, takeBackMails } from '../../platform/mail/mail.ts';
import { unitReservations } from '../../playout/schema.ts';
import { specialRuns } from '../../special/schema.ts';
import { appendMissedDays, isRunPaidBack, lockRunOf, mayContinueWithOtherAdverts } from '../special/take-over.ts';
import { approveAndReserveUnits, resume, stop } from './campaign-states.ts';
import { applyApprovedChange, lockChangedCampaign } from './change-adverts.ts';
import { freeFor } from './send-campaign.ts';

/** The sending of a campaign that somebody looked at. */
interface Looked {
  id: string;
  sendings: number;
}

/**
 * A campaign that waits for a decision, held for the transaction: whoever comes second is told so, and whoever looked at what its company
 * has sent anew since.
 */
async function waiting(tx: Tx, { id, sendings }: Looked): Promise<CampaignRow & { profileId: string }> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  if (!row) throw refuse('NOT_FOUND');
  const { profileId } = row;
  if (row.state !== 'review' || !profileId) throw refuse('CAMPAIGN_DECIDED');
  if (row.sendings !== sendings) throw refuse('CAMPAIGN_SENT_AGAIN');
  return { ...row, profileId };
}

/**
 * Lets a campaign run: its budget is held for it from now on, and of its days those count that are left. An approved change holds for its
 * campaign at once.
 */
export async function approveCampaign(tx: Tx, deps: Dependencies, actor: Actor, looked: Looked): Promise<void> {
  const { id } = looked;
  const now = deps.now();
  const changed = await lockChangedCampaign(tx, id);
  const row = await waiting(tx, looked);
  if (changed) {
    if (isOver(changed) && !(await isAccountOpen(tx, changed.profileId))) throw refuse('CAMPAIGN_ACCOUNT_CLOSED');
    await applyApprovedChange(tx, deps, actor, changed, row);
    return notifyOfDecision(tx, deps, row, { approved: changed, goesOn: isOver(changed) });
  }
  const passed = row.everyMinutes === null ? passedTimeOf(row, now) : null;
  if (passed) throw refuse(passed === 'days' ? 'CAMPAIGN_OVER' : 'CAMPAIGN_HOURS_OVER');
  // Its plan begins now: what it did not show before is not due at once.
  if (row.everyMinutes === null && row.startsAt < now)
    await tx.update(campaigns).set({ startsAt: now }).where(eq(campaigns.id, id));
  if (!(await approveAndReserveUnits(tx, id)))
    throw refuse('CAMPAIGN_BUDGET', { for: 'staff', free: await freeFor(tx, row.profileId, row.kind) });
  if (!(await isAccountOpen(tx, row.profileId))) throw refuse('CAMPAIGN_ACCOUNT_CLOSED');
  await decided(tx, deps, actor, row, 'approved', '');
}

const mailKey = (decision: 'approved' | 'rejected', { id, sendings }: Pick<CampaignRow, 'id' | 'sendings'>) =>
  `campaigns.${decision}:${id}:${sendings}`;

/** A campaign that was approved just now waits again, as long as its company is not told and no TV has it: as if nobody had approved it. */
export async function undoApproval(tx: Tx, deps: Dependencies, actor: Actor, id: string): Promise<void> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  if (!row) throw refuse('NOT_FOUND');
  if (row.state !== 'approved') throw refuse('CAMPAIGN_STAYS');
  const taken = await takeBackMails(tx, [mailKey('approved', row)]);
  const [held] = await tx
    .delete(unitReservations)
    .where(and(eq(unitReservations.campaignId, id), eq(unitReservations.leased, 0)))
    .returning({ id: unitReservations.campaignId });
  if (await isStarted(tx, id)) throw refuse('CAMPAIGN_STAYS');
  // A special package holds no units.
  if (taken.length === 0 || (!held && row.everyMinutes === null)) throw refuse('CAMPAIGN_STAYS');
  await tx
    .update(campaigns)
    .set({ state: 'review', decidedAt: null, decidedBy: null, updatedAt: deps.now() })
    .where(eq(campaigns.id, id));
  await record(tx, actor, {
    action: 'campaigns.approval-undone',
    on: { kind: 'campaign', id },
    after: { name: row.name },
  });
}

/** Whether the campaign is a special package's whose days are written. */
const isStarted = (tx: Tx, campaignId: string): Promise<boolean> =>
  tx
    .select({ id: specialRuns.id })
    .from(specialRuns)
    .where(and(eq(specialRuns.campaignId, campaignId), isNotNull(specialRuns.startsOn)))
    .then((rows) => rows.length > 0);

/** Sends a campaign back with what has to change, and which of its adverts; the company reads the words as they are. */
export async function rejectCampaign(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { reason, adverts, ...looked }: Looked & { reason: string; adverts: readonly string[] },
): Promise<void> {
  const row = await waiting(tx, looked);
  await tx.update(campaigns).set({ state: 'rejected' }).where(eq(campaigns.id, row.id));
  await tx
    .update(creatives)
    .set({ needsChange: true })
    .where(and(eq(creatives.campaignId, row.id), inArray(creatives.id, [...adverts])));
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
  const { id, name } = row;
  const now = deps.now();
  await tx
    .update(campaigns)
    .set({ reason, decidedAt: now, decidedBy: actor.id, updatedAt: now })
    .where(eq(campaigns.id, id));
  const rejected = row.changeOf ? 'campaigns.change-rejected' : 'campaigns.rejected';
  await record(tx, actor, {
    action: decision === 'approved' ? 'campaigns.approved' : rejected,
    on: { kind: 'campaign', id: row.changeOf ?? id },
    after: { name, ...(reason && { reason }) },
  });
  await notifyOfDecision(tx, deps, row, decision === 'approved' ? { approved: row } : { reason });
}

/** Writes to the company of a campaign or a change what was decided; once for each sending. `approved`: the campaign that it holds for. */
async function notifyOfDecision(
  tx: Tx,
  deps: Dependencies,
  { id, name, profileId, changeOf, sendings }: CampaignRow & { profileId: string },
  decision: { approved: CampaignRow; goesOn?: boolean } | { reason: string },
): Promise<void> {
  const now = deps.now();
  const isApproved = 'approved' in decision;
  // A change that is sent back may be dropped; its campaign's page has the reason and the way to it.
  const link = `${deps.config.publicUrl}/account/campaigns/${isApproved ? decision.approved.id : (changeOf ?? id)}`;
  const mail = {
    to: await addressOf(tx, profileId),
    profileId,
    idempotencyKey: mailKey(isApproved ? 'approved' : 'rejected', { id, sendings }),
  };
  const isChange = changeOf !== null;
  if (!isApproved) {
    const [changed] = changeOf ? await tx.select().from(campaigns).where(eq(campaigns.id, changeOf)) : [];
    const isStopped = changed !== undefined && isOver(changed);
    const props = { name, reason: decision.reason, isChange, isStopped, link };
    await queueMail(tx, deps.queue, { ...mail, template: 'campaigns.rejected', props });
    return;
  }
  const { approved, goesOn: isStopped = false } = decision;
  const starts = {
    startsAt: (nextHourOf(approved, now) ?? now).toISOString(),
    waitsForStart: approved.everyMinutes !== null && !(await isStarted(tx, approved.id)),
  };
  const props = { name, ...starts, isChange, isStopped, link };
  const held = isChange ? undefined : UNDO_SECONDS + LAST_MOMENT_SECONDS;
  await queueMail(tx, deps.queue, { ...mail, template: 'campaigns.approved', props, ...(held && { held }) });
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

type By = 'company' | 'staff';

/** The same once more is the answer that was lost; a colleague's has another reason. A pause of its company is none of staff's. */
const isSo = (now: CampaignRow, { to, reason }: Required<Step>, by: By): boolean =>
  now.state === (to === 'resume' ? 'approved' : STATES[to]) &&
  (reason === '' || now.reason === reason) &&
  (to !== 'pause' || by === 'company' || now.isHeldByStaff);

/**
 * A paused campaign goes on, a special package with the days that were missed meanwhile and stand nowhere yet. How many these are; `null`:
 * it is not paused.
 */
async function resumeCampaign(
  tx: Tx,
  { id, everyMinutes, profileId }: CampaignRow,
  now: Date,
  by: By,
): Promise<number | null> {
  if (everyMinutes !== null) await lockRunOf(tx, id);
  if (!(await resume(tx, id, now, by))) return null;
  if (!(await isAccountOpen(tx, profileId))) throw refuse('CAMPAIGN_ACCOUNT_CLOSED');
  if (everyMinutes === null) {
    const [held] = await tx.select().from(unitReservations).where(eq(unitReservations.campaignId, id));
    if (held?.budget === 0) throw refuse('CAMPAIGN_EMPTY', { for: by });
    return 0;
  }
  if (await isRunPaidBack(tx, id)) throw refuse('SPECIAL_PAID_BACK');
  const { days, endsAt } = await appendMissedDays(tx, id, now);
  if (days > 0 && endsAt) await tx.update(campaigns).set({ endsAt }).where(eq(campaigns.id, id));
  return days;
}

/** Whether the account of a campaign is neither closed nor blocked; held, so that it is not closed meanwhile. */
async function isAccountOpen(tx: Tx, profileId: string | null): Promise<boolean> {
  if (profileId === null) return false;
  const [company] = await tx
    .select({ closedAt: profiles.closedAt, blockedAt: profiles.blockedAt })
    .from(profiles)
    .where(eq(profiles.id, profileId))
    .for('share');
  return company !== undefined && !company.closedAt && !company.blockedAt;
}

/** Nothing changed: it is the answer that was lost, or it is refused. */
async function requireSame(tx: Tx, step: Required<Step>, by: By): Promise<void> {
  const [now] = await tx.select().from(campaigns).where(eq(campaigns.id, step.id));
  if (now && isSo(now, step, by)) return;
  const isHeld = step.to === 'resume' && now?.state === 'paused' && now.isHeldByStaff;
  throw refuse(isHeld ? 'CAMPAIGN_HELD' : 'CAMPAIGN_CHANGED');
}

/**
 * Pauses a campaign, lets it go on, ends it or takes it down. `profileId`: only as that company's own; what staff paused, a company does
 * not let go on.
 */
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
  const by = profileId === undefined ? 'staff' : 'company';
  const appendedDays = to === 'resume' ? await resumeCampaign(tx, row, deps.now(), by) : 0;
  const isDone = to === 'resume' ? appendedDays !== null : await stop(tx, id, STATES[to], deps.now);
  if (!isDone) return requireSame(tx, { id, to, reason }, by);
  const isHeldByStaff = to === 'pause' && by === 'staff';
  if (reason || isHeldByStaff)
    await tx
      .update(campaigns)
      .set({ isHeldByStaff, ...(reason && { reason }) })
      .where(eq(campaigns.id, id));
  await record(tx, actor, {
    action: 'campaigns.stepped',
    on: { kind: 'campaign', id },
    before: { state: row.state },
    after: {
      state: to === 'resume' ? 'approved' : STATES[to],
      ...(reason && { reason }),
      ...(appendedDays ? { appendedDays } : {}),
    },
  });
  if (to !== 'withdraw' || !row.profileId) return;
  await queueMail(tx, deps.queue, {
    to: await addressOf(tx, row.profileId),
    profileId: row.profileId,
    template: 'campaigns.withdrawn',
    props: {
      name: row.name,
      reason,
      link: `${deps.config.publicUrl}/account/campaigns/${id}`,
      takesAdvert: await mayContinueWithOtherAdverts(tx, id),
    },
    // One that went on with other adverts may be taken down again.
    idempotencyKey: `campaigns.withdrawn:${id}:${row.decidedAt?.getTime() ?? 0}`,
  });
}

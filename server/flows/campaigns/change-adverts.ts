import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { OPEN_CHANGE_STATES } from '#domain/campaigns/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { type CampaignRow, isOver } from '../../campaigns/describe-campaigns.ts';
import { copiedCreative } from '../../campaigns/drafts.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { lockDays } from '../../playout/bag/intervals.ts';
import { lockReservations } from '../../playout/reservations.ts';
import { appendMissedDays, lockRunOf, mayContinueWithOtherAdverts } from '../special/take-over.ts';
import { withdrawAdvert } from './campaign-states.ts';

/** A campaign that may be changed, held for the transaction: it runs, or is a special package's that waits for other adverts. */
async function changeable(tx: Tx, id: string): Promise<CampaignRow> {
  await lockRunOf(tx, id);
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  if (!row) throw refuse('NOT_FOUND');
  const runs = row.state === 'approved' || row.state === 'paused';
  if (!runs && !(await mayContinueWithOtherAdverts(tx, id))) throw refuse('CAMPAIGN_CHANGED');
  return row;
}

const advertsOf = (tx: Tx, campaignId: string) =>
  tx
    .select()
    .from(creatives)
    .where(and(eq(creatives.campaignId, campaignId), isNull(creatives.withdrawnAt)))
    .orderBy(asc(creatives.createdAt), asc(creatives.id));

/** Begins a change of a company's running campaign, with the adverts that it shows now. Its id; where a change is open, that one's. */
export async function beginChange(
  tx: Tx,
  profileId: string,
  { id, changeOf }: { id: string; changeOf: string },
  now: Date,
): Promise<string> {
  const [known] = await tx.select({ profileId: campaigns.profileId }).from(campaigns).where(eq(campaigns.id, changeOf));
  if (known?.profileId !== profileId) throw refuse('NOT_FOUND');
  const row = await changeable(tx, changeOf);
  const [open] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.changeOf, changeOf), inArray(campaigns.state, [...OPEN_CHANGE_STATES])));
  if (open) return open.id;
  const { name, kind, startsAt, endsAt, schedule, regions, venues, cap, pace, budget, url, category, proof } = row;
  const [made] = await tx
    .insert(campaigns)
    .values({
      id,
      profileId,
      changeOf,
      name,
      kind,
      startsAt,
      endsAt,
      schedule,
      regions,
      venues,
      cap,
      pace,
      budget,
      url,
      category,
      proof,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: campaigns.id });
  if (!made) throw refuse('CAMPAIGN_CHANGED');
  const adverts = await advertsOf(tx, changeOf);
  if (adverts.length > 0) await tx.insert(creatives).values(adverts.map((one) => copiedCreative(one, id)));
  return id;
}

/**
 * The campaign of a change, held for the transaction, before the change; it may still be changed. `null`: no change, or not that company's.
 */
export async function lockChangedCampaign(tx: Tx, changeId: string, profileId?: string): Promise<CampaignRow | null> {
  const own = profileId === undefined ? undefined : eq(campaigns.profileId, profileId);
  const [change] = await tx
    .select({ of: campaigns.changeOf })
    .from(campaigns)
    .where(and(eq(campaigns.id, changeId), own));
  return change?.of ? changeable(tx, change.of) : null;
}

/**
 * What an approved change says holds for its campaign: new adverts are leased from now on, those it leaves out are revoked as if they
 * were taken down, and its code opens the new address. Adverts are the same when screens show the same file. A special package that was
 * stopped goes on with them, and days that were not kept meanwhile are appended.
 */
export async function applyApprovedChange(
  tx: Tx,
  deps: Pick<Dependencies, 'now'>,
  actor: Actor,
  campaign: CampaignRow,
  change: CampaignRow,
): Promise<void> {
  const { id } = campaign;
  const before = await advertsOf(tx, id);
  const after = await advertsOf(tx, change.id);
  const isIn = (adverts: typeof before) => (one: (typeof before)[number]) =>
    adverts.some(({ shownFileId }) => shownFileId === one.shownFileId);
  const added = after.filter((one) => !isIn(before)(one));
  const gone = before.filter((one) => !isIn(after)(one));
  if (added.length > 0)
    await tx
      .update(creatives)
      .set({ campaignId: id })
      .where(
        inArray(
          creatives.id,
          added.map((one) => one.id),
        ),
      );
  // Bags that are being given out end first, so that all leases of what goes are older than its revocation.
  await lockReservations(tx, [id]);
  await lockDays(tx, [id]);
  const now = deps.now();
  for (const one of gone) await withdrawAdvert(tx, one.id, now);
  const goesOn = isOver(campaign) ? await appendMissedDays(tx, id, now) : null;
  const { url, category, proof, addressSeenAt, addressStatus } = change;
  const address = { url, addressSeenAt, addressStatus, addressFailedAt: null, codePausedAt: null };
  await tx
    .update(campaigns)
    .set({
      ...(url !== campaign.url && address),
      category,
      proof,
      decidedAt: now,
      decidedBy: actor.id,
      updatedAt: now,
      ...(goesOn && { state: 'approved', reason: '', ...(goesOn.endsAt && { endsAt: goesOn.endsAt }) }),
    })
    .where(eq(campaigns.id, id));
  await tx.update(campaigns).set({ state: 'done', updatedAt: now }).where(eq(campaigns.id, change.id));
  const names = (adverts: typeof before) => adverts.map(({ name }) => name).join(', ');
  await record(tx, actor, {
    action: 'campaigns.change-approved',
    on: { kind: 'campaign', id },
    before: { url: campaign.url, adverts: names(before), ...(goesOn && { state: campaign.state }) },
    after: { url, adverts: names(after), ...(goesOn && { state: 'approved', appendedDays: goesOn.days }) },
  });
}

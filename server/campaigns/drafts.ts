import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { areCampaignDays, MOST_DRAFTS } from '#domain/campaigns/rules.ts';
import { type Day, daysLater } from '#domain/day.ts';
import { WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import type { Tx } from '../platform/db.ts';
import { type CampaignRow, firstDay, lastDay, ownCampaignRow } from './describe-campaigns.ts';
import { campaigns, creatives } from './schema.ts';

/** Days that a new draft runs, from tomorrow. */
const DRAFT_DAYS = 30;
const DRAFT_BUDGET = 1000;

/** A company's campaign that may still be changed as it likes, held for the transaction. */
export async function lockDraft(tx: Tx, profileId: string, id: string): Promise<CampaignRow> {
  const [row] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.profileId, profileId)))
    .for('no key update');
  if (!row) throw refuse('NOT_FOUND');
  if (row.state !== 'draft' && row.state !== 'rejected') throw refuse('CAMPAIGN_CHANGED');
  return row;
}

/** A new draft under that key, or the one that was begun with it; a copy has everything of another campaign but its days. */
export async function beginDraft(
  tx: Tx,
  profileId: string,
  { id, copyOf }: { id: string; copyOf?: string | undefined },
  now: Date,
): Promise<string> {
  if ((await tx.$count(campaigns, eq(campaigns.id, id))) > 0) return id;
  await requireRoomForDraft(tx, profileId, id);
  const source = copyOf && (await ownCampaignRow(tx, profileId, copyOf));
  const tomorrow = daysLater(dayOf(now), 1);
  const [made] = await tx
    .insert(campaigns)
    .values({
      ...(source
        ? {
            name: source.name,
            url: source.url,
            schedule: source.schedule,
            regions: source.regions,
            venues: source.venues,
            cap: source.cap,
            pace: source.pace,
            budget: source.budget,
            kind: source.kind,
            category: source.category,
            proof: source.proof,
          }
        : { name: '', schedule: [...WHOLE_WEEK], budget: DRAFT_BUDGET, cap: 20, kind: 'banner' as const }),
      id,
      profileId,
      startsAt: startOfDay(tomorrow),
      endsAt: startOfDay(daysLater(tomorrow, DRAFT_DAYS)),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made && source) {
    const own = await tx
      .select()
      .from(creatives)
      .where(eq(creatives.campaignId, source.id))
      .orderBy(asc(creatives.createdAt), asc(creatives.id));
    const copies = own.filter(({ withdrawnAt }) => withdrawnAt === null);
    if (copies.length > 0)
      // A millisecond apart, so that they stay in their order.
      await tx
        .insert(creatives)
        .values(copies.map((one, n) => ({ ...copiedCreative(one, id), createdAt: new Date(now.getTime() + n) })));
  }
  return id;
}

/** A company's drafts are begun one after the other, so that many at once are not more than there may be. */
async function requireRoomForDraft(tx: Tx, profileId: string, id: string): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, profileId)).for('no key update');
  const others = and(
    eq(campaigns.profileId, profileId),
    eq(campaigns.state, 'draft'),
    isNull(campaigns.sentAt),
    isNull(campaigns.changeOf),
    ne(campaigns.id, id),
  );
  if ((await tx.$count(campaigns, others)) >= MOST_DRAFTS) throw refuse('DRAFTS_ENOUGH');
}

interface Fields {
  name?: string | undefined;
  url?: string | undefined;
  startsOn?: Day | undefined;
  endsOn?: Day | undefined;
  schedule?: number[] | undefined;
  regions?: string[] | undefined;
  venues?: string[] | undefined;
  cap?: number | null | undefined;
  pace?: 'even' | 'asap' | undefined;
  budget?: number | undefined;
}

/** The columns for what was given of a campaign; its days become moments of Belgrade. */
export function columnsOf(row: CampaignRow, { startsOn, endsOn, ...same }: Fields, now: Date) {
  const first = startsOn ?? firstDay(row);
  const last = endsOn ?? lastDay(row);
  const isGiven = startsOn !== undefined || endsOn !== undefined;
  if (isGiven && !areCampaignDays(first, last, dayOf(now))) throw refuse('CAMPAIGN_DATES');
  return { ...same, startsAt: startOfDay(first), endsAt: startOfDay(daysLater(last, 1)) };
}

/** Writes what was given into a draft; of a change only its address. */
export async function saveDraft(tx: Tx, profileId: string, { id, ...given }: Fields & { id: string }, now: Date) {
  const row = await lockDraft(tx, profileId, id);
  if (row.changeOf && Object.keys(given).some((name) => name !== 'url')) throw refuse('CAMPAIGN_CHANGED');
  // When and how often a special package is shown was sold with it.
  const fields = row.everyMinutes === null ? given : { name: given.name, url: given.url, venues: given.venues };
  await tx
    .update(campaigns)
    .set({ ...columnsOf(row, fields, now), updatedAt: now })
    .where(eq(campaigns.id, id));
}

/** Takes a picture out of a draft. */
export async function removePicture(tx: Tx, profileId: string, id: string, picture: string): Promise<void> {
  await lockDraft(tx, profileId, id);
  await tx.delete(creatives).where(and(eq(creatives.id, picture), eq(creatives.campaignId, id)));
}

/** Removes a draft that was never sent, or a change that nobody looks at. */
export async function removeDraft(tx: Tx, profileId: string, id: string): Promise<void> {
  const row = await lockDraft(tx, profileId, id);
  if (row.sentAt !== null && !row.changeOf) throw refuse('CAMPAIGN_CHANGED');
  await tx.delete(campaigns).where(eq(campaigns.id, id));
}

/** Of an advert, for another campaign: what it is, not what became of it. */
export const copiedCreative = (
  { id: _, openings: __, needsChange: ___, ...one }: typeof creatives.$inferSelect,
  campaignId: string,
) => ({
  ...one,
  campaignId,
});

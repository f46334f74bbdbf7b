import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { OPEN_CHANGE_STATES } from '#domain/campaigns/rules.ts';
import { lockBalances } from '../../advertising/ledger.ts';
import { campaigns, creatives, reportObjections } from '../../campaigns/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { lockDays } from '../../playout/bag/intervals.ts';
import { lockReservations } from '../../playout/reservations.ts';
import { revocations, unitReservations } from '../../playout/schema.ts';
import { mayContinueWithOtherAdverts } from '../special/take-over.ts';

interface Units {
  banners: number;
  tvSeconds: number;
}

/** Of a company's balances, what no campaign holds; the caller holds the balances (`lockBalances`). */
export async function freeUnits(tx: Tx, profileId: string, { banners, tvSeconds }: Units): Promise<Units> {
  const held = (unit: 'banner' | 'tv_second') =>
    sql<number>`coalesce(sum(${unitReservations.budget} - ${unitReservations.settled})
      filter (where ${unitReservations.unit} = ${unit}), 0)::float8`;
  const [row] = await tx
    .select({ banners: held('banner'), tvSeconds: held('tv_second') })
    .from(unitReservations)
    .where(eq(unitReservations.profileId, profileId));
  return { banners: banners - row!.banners, tvSeconds: tvSeconds - row!.tvSeconds };
}

/**
 * Approves a campaign that is under review and holds its budget for it; a campaign at an interval holds no units. `false`: what is free
 * does not cover the budget any more.
 */
export async function approveAndReserveUnits(tx: Tx, id: string): Promise<boolean> {
  const [campaign] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  if (campaign?.state !== 'review' || !campaign.profileId) return false;
  const { profileId, kind, budget, everyMinutes } = campaign;
  if (everyMinutes !== null) {
    await tx.update(campaigns).set({ state: 'approved' }).where(eq(campaigns.id, id));
    return true;
  }
  const balances = await lockBalances(tx, profileId);
  const free = balances && (await freeUnits(tx, profileId, balances));
  if (!free || (kind === 'banner' ? free.banners : free.tvSeconds) < budget) return false;
  const unit = kind === 'banner' ? 'banner' : 'tv_second';
  await tx.insert(unitReservations).values({ campaignId: id, profileId, unit, budget });
  await tx.update(campaigns).set({ state: 'approved' }).where(eq(campaigns.id, id));
  return true;
}

/**
 * Stops a campaign: what TVs hold of it is revoked. `paused` keeps its units; otherwise those that are neither leased nor counted go
 * back at once, and the rest once its leases are over (`releaseUnusedUnits`).
 */
export async function stop(
  tx: Tx,
  id: string,
  state: 'paused' | 'withdrawn' | 'done',
  now: () => Date,
): Promise<boolean> {
  await tx.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  // Bags that are being given out end first, so that all of their leases are older than the revocation.
  await lockReservations(tx, [id]);
  await lockDays(tx, [id]);
  const at = now();
  const [stopped] = await tx
    .update(campaigns)
    .set({ state, pausedAt: state === 'paused' ? at : null, isHeldByStaff: false, updatedAt: at })
    .where(
      and(eq(campaigns.id, id), inArray(campaigns.state, state === 'paused' ? ['approved'] : ['approved', 'paused'])),
    )
    .returning({ id: campaigns.id });
  if (!stopped) return false;
  await tx.insert(revocations).values({ at, campaignId: id });
  if (state === 'paused') return true;
  // Of a special package a change may be what goes on with it.
  if (!(await mayContinueWithOtherAdverts(tx, id))) await closeChanges(tx, [id], at);
  await releaseUnusedUnits(tx, [id]);
  return true;
}

/** What TVs hold of these campaigns is not to be shown any more; the campaigns go on with other leases. */
export async function revokeLeases(tx: Tx, ids: readonly string[], now: () => Date): Promise<void> {
  if (ids.length === 0) return;
  // Bags that are being given out end first, so that all of their leases are older than the revocation.
  await lockReservations(tx, ids);
  await lockDays(tx, ids);
  const at = now();
  await tx.insert(revocations).values(ids.map((campaignId) => ({ at, campaignId })));
}

/** A paused campaign goes on: TVs get new leases of it. What staff paused goes on only by staff. */
export async function resume(tx: Tx, id: string, now: Date, by: 'company' | 'staff' = 'staff'): Promise<boolean> {
  const [row] = await tx
    .update(campaigns)
    .set({ state: 'approved', reason: '', pausedAt: null, isHeldByStaff: false, updatedAt: now })
    .where(
      and(
        eq(campaigns.id, id),
        eq(campaigns.state, 'paused'),
        by === 'company' ? eq(campaigns.isHeldByStaff, false) : undefined,
      ),
    )
    .returning({ id: campaigns.id });
  return row !== undefined;
}

/** Of campaigns that are over, units that are neither leased nor counted are the company's again. */
export async function releaseUnusedUnits(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockReservations(tx, ids);
  await tx
    .update(unitReservations)
    .set({ budget: sql`${unitReservations.leased} - ${unitReservations.released}` })
    .where(inArray(unitReservations.campaignId, [...ids]));
}

/** Changes of campaigns that are over change nothing any more. */
async function closeChanges(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(campaigns)
    .set({ state: 'done', updatedAt: now })
    .where(and(inArray(campaigns.changeOf, [...ids]), inArray(campaigns.state, [...OPEN_CHANGE_STATES])));
}

/** Ends what has run until its last moment, and gives back what was released of campaigns that are over. */
export async function endCampaigns(tx: Tx, now: Date): Promise<void> {
  const over = await tx
    .update(campaigns)
    .set({ state: 'done', updatedAt: now })
    .where(
      and(
        inArray(campaigns.state, ['approved', 'paused']),
        sql`${campaigns.endsAt} <= ${now}`,
        // The days of the others are judged first (flows/special).
        isNull(campaigns.everyMinutes),
      ),
    )
    .returning({ id: campaigns.id });
  await closeChanges(
    tx,
    over.map(({ id }) => id),
    now,
  );
  const returning = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .innerJoin(unitReservations, eq(unitReservations.campaignId, campaigns.id))
    .where(
      and(
        inArray(campaigns.state, ['done', 'withdrawn']),
        sql`${unitReservations.budget} > ${unitReservations.leased} - ${unitReservations.released}`,
      ),
    );
  await releaseUnusedUnits(
    tx,
    [...over, ...returning].map(({ id }) => id),
  );
}

/** Takes one advert of a campaign down; TVs drop it with their next question. */
export async function withdrawAdvert(tx: Tx, creativeId: string, now: Date): Promise<void> {
  await tx.update(creatives).set({ withdrawnAt: now }).where(eq(creatives.id, creativeId));
  await tx.insert(revocations).values({ at: now, creativeId });
}

/** Ends what an erased company runs, and takes its words from it; what was shown stays counted and paid. */
export async function endCampaignsOfErasedCompany(tx: Tx, profileId: string, now: () => Date): Promise<void> {
  const theirs = await tx
    .update(campaigns)
    .set({ name: '', url: '', reason: '', proof: '' })
    .where(eq(campaigns.profileId, profileId))
    .returning({ id: campaigns.id });
  const ids = theirs.map(({ id }) => id);
  if (ids.length > 0) await tx.update(creatives).set({ name: '' }).where(inArray(creatives.campaignId, ids));
  if (ids.length > 0) await tx.delete(reportObjections).where(inArray(reportObjections.campaignId, ids));
  for (const id of ids) await stop(tx, id, 'done', now);
  await closeChanges(tx, ids, now());
}

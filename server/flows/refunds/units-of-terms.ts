import { and, eq, sum } from 'drizzle-orm';
import { shareOfUnits } from '#domain/refunds/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import { addEntries, lockBalances } from '../../advertising/ledger.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { lockReservations } from '../../playout/reservations.ts';
import { unitReservations } from '../../playout/schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { freeUnits } from '../campaigns/campaign-states.ts';
import { lockCampaigns, planUnitsFromCampaigns, takeFromCampaigns } from '../campaigns/take-back.ts';

type RefundRow = typeof orderRefunds.$inferSelect;

export interface AdvertUnits {
  banners: number;
  tvSeconds: number;
}

/** Of units that are due, those that can be taken now: free ones first, then what campaigns hold and no TV has. */
export async function planUnitsToTake(tx: Tx, profileId: string | null, due: AdvertUnits) {
  const [balances] = profileId
    ? await tx
        .select({ banners: profiles.bannerBalance, tvSeconds: profiles.tvSecondBalance })
        .from(profiles)
        .where(eq(profiles.id, profileId))
    : [];
  if (!profileId || !balances) return { units: { banners: 0, tvSeconds: 0 }, balances: null, shares: [] };
  const free = await freeUnits(tx, profileId, balances);
  const unheld = {
    banners: Math.max(0, Math.min(due.banners, free.banners)),
    tvSeconds: Math.max(0, Math.min(due.tvSeconds, free.tvSeconds)),
  };
  const held = { banners: due.banners - unheld.banners, tvSeconds: due.tvSeconds - unheld.tvSeconds };
  const shares = await planUnitsFromCampaigns(tx, profileId, held);
  const ofCampaigns = (unit: 'banner' | 'tv_second') =>
    shares.filter((one) => one.unit === unit).reduce((all, { units }) => all + units, 0);
  const units = {
    banners: unheld.banners + ofCampaigns('banner'),
    tvSeconds: unheld.tvSeconds + ofCampaigns('tv_second'),
  };
  return { units, balances, shares };
}

/** Holds a buyer: of two refunds at once, on two orders, the second counts the first. The caller holds the order. */
export async function lockBuyerBalances(tx: Tx, profileId: string | null): Promise<void> {
  if (profileId === null) return;
  // Campaigns before balances, as everybody: a special one is paused when its money goes back.
  await lockCampaigns(tx, profileId);
  await lockBalances(tx, profileId);
}

/** Holds everything that the units of a company depend on, so that what is planned is what is taken. The caller holds the order. */
export async function lockBuyerUnits(tx: Tx, profileId: string | null): Promise<void> {
  if (profileId === null) return;
  await lockBuyerBalances(tx, profileId);
  const held = await tx
    .select({ id: unitReservations.campaignId })
    .from(unitReservations)
    .where(eq(unitReservations.profileId, profileId));
  await lockReservations(
    tx,
    held.map(({ id }) => id),
  );
}

/** Takes the units of a request, so that nothing is shown of what money goes back for. The caller holds them. */
export async function takeUnits(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string | null,
  { id, banners, tvSeconds }: RefundRow,
): Promise<void> {
  if (profileId === null || (banners === 0 && tvSeconds === 0)) return;
  const balances = await lockBalances(tx, profileId);
  const free = await freeUnits(tx, profileId, balances!);
  const held = {
    banners: Math.max(0, banners - Math.max(0, free.banners)),
    tvSeconds: Math.max(0, tvSeconds - Math.max(0, free.tvSeconds)),
  };
  await takeFromCampaigns(tx, deps, profileId, held, 'refund');
  await addEntries(tx, actor, profileId, { reason: 'refund', reference: id, banners: -banners, tvSeconds: -tvSeconds });
}

/** No money goes back after all: the company has its units again. Called once, with the change of the request's state. */
export async function giveUnitsBack(
  tx: Tx,
  actor: Actor,
  { profileId }: Pick<typeof orders.$inferSelect, 'profileId'>,
  { id, banners, tvSeconds }: RefundRow,
): Promise<void> {
  if (profileId === null) return;
  await addEntries(tx, actor, profileId, { reason: 'correction', reference: id, banners, tvSeconds });
}

/** Writes down how much of months that began went back, and what that is of the order's price. The caller holds the order. */
export async function updateUnspentRefunds(tx: Tx, orderId: string, periodKey: string | null): Promise<number> {
  if (periodKey !== null) {
    const [period] = await tx.select().from(packages).where(eq(packages.paymentKey, periodKey));
    const [taken] = await tx
      .select({
        banners: sum(orderRefunds.banners).mapWith(Number),
        tvSeconds: sum(orderRefunds.tvSeconds).mapWith(Number),
      })
      .from(orderRefunds)
      .where(and(eq(orderRefunds.periodKey, periodKey), eq(orderRefunds.state, 'done')));
    const credited = { banners: period!.bannerCount, tvSeconds: period!.tvSeconds };
    const units = { banners: taken?.banners ?? 0, tvSeconds: taken?.tvSeconds ?? 0 };
    const refunded = shareOfUnits(period!.amount, credited, { banners: 0, tvSeconds: 0 }, units);
    await tx.update(packages).set({ refunded }).where(eq(packages.paymentKey, periodKey));
  }
  const [all] = await tx
    .select({ amount: sum(packages.refunded).mapWith(Number) })
    .from(packages)
    .where(eq(packages.orderId, orderId));
  return all?.amount ?? 0;
}

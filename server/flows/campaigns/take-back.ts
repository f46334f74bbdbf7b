import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { blockedWords, takenBackWords } from '#domain/campaigns/taken-back-copy.ts';
import { profiles } from '../../accounts/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { type MailProps, queueMail } from '../../platform/mail/mail.ts';
import { lockReservations } from '../../playout/reservations.ts';
import { unitReservations } from '../../playout/schema.ts';
import { stop } from './campaign-states.ts';

interface Units {
  banners: number;
  tvSeconds: number;
}
export type UnitsTakenCause = keyof typeof takenBackWords;
type Taken = { id: string } & Omit<MailProps['campaigns.units-taken'], 'link'>;

const waitsForApproval = and(eq(campaigns.state, 'review'), isNull(campaigns.changeOf));

/** Holds the campaigns of a company that run, are paused or wait to be approved; before its balances, as whoever approves one does. */
export async function lockCampaigns(tx: Tx, profileId: string): Promise<void> {
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(eq(campaigns.profileId, profileId), or(inArray(campaigns.state, ['approved', 'paused']), waitsForApproval)),
    )
    .orderBy(asc(campaigns.id))
    .for('no key update');
}

/** Which campaigns of a company would give up how much of what no TV holds: the youngest first. */
export async function planUnitsFromCampaigns(tx: Tx, profileId: string, missing: Units) {
  const held = await tx
    .select({
      id: campaigns.id,
      name: campaigns.name,
      unit: unitReservations.unit,
      idle: sql<number>`(${unitReservations.budget} - ${unitReservations.leased} + ${unitReservations.released})::float8`,
    })
    .from(campaigns)
    .innerJoin(unitReservations, eq(unitReservations.campaignId, campaigns.id))
    .where(and(eq(campaigns.profileId, profileId), inArray(campaigns.state, ['approved', 'paused'])))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id));
  const left = { banner: missing.banners, tv_second: missing.tvSeconds };
  return held.flatMap(({ idle, ...campaign }) => {
    const units = Math.min(idle, left[campaign.unit]);
    if (units <= 0) return [];
    left[campaign.unit] -= units;
    return [{ ...campaign, units }];
  });
}

/**
 * Takes units that are due from the campaigns that hold them, as far as no TV has them; each is paused and its company reads why. The
 * caller holds the campaigns (`lockCampaigns`) and the balances, and takes the units from those.
 */
export async function takeFromCampaigns(
  tx: Tx,
  deps: Dependencies,
  profileId: string,
  missing: Units,
  cause: UnitsTakenCause,
): Promise<Units> {
  if (missing.banners <= 0 && missing.tvSeconds <= 0) return { banners: 0, tvSeconds: 0 };
  const running = await tx
    .select({ id: unitReservations.campaignId })
    .from(unitReservations)
    .where(eq(unitReservations.profileId, profileId));
  await lockReservations(
    tx,
    running.map(({ id }) => id),
  );
  const shares = await planUnitsFromCampaigns(tx, profileId, missing);
  const taken: Taken[] = [];
  for (const { id, name, units } of shares) {
    await stop(tx, id, 'paused', deps.now);
    const [{ budget }] = (await tx
      .update(unitReservations)
      .set({ budget: sql`${unitReservations.budget} - ${units}` })
      .where(eq(unitReservations.campaignId, id))
      .returning({ budget: unitReservations.budget })) as [{ budget: number }];
    const reason = takenBackWords[cause](units, budget);
    const [{ isHeldByStaff }] = (await tx
      .update(campaigns)
      .set({
        budget: Math.max(1, budget),
        // Why staff paused it stays said.
        reason: sql`concat_ws(' ', case when ${campaigns.isHeldByStaff} then nullif(${campaigns.reason}, '') end, ${reason}::text)`,
      })
      .where(eq(campaigns.id, id))
      .returning({ isHeldByStaff: campaigns.isHeldByStaff })) as [{ isHeldByStaff: boolean }];
    taken.push({ id, name, reason, goesOn: isHeldByStaff ? null : budget > 0 ? 'now' : 'withBudget' });
    await record(tx, systemActor, {
      action: 'campaigns.units-taken',
      on: { kind: 'campaign', id },
      after: { units, budget },
    });
  }
  await notify(tx, deps, profileId, taken);
  const sum = (unit: 'banner' | 'tv_second') =>
    shares.filter((one) => one.unit === unit).reduce((all, { units }) => all + units, 0);
  return { banners: sum('banner'), tvSeconds: sum('tv_second') };
}

/**
 * Pauses what a company runs whose account is closed, and takes back what it has sent, so that nobody approves it any more. Its units stay
 * with the campaigns until the account is erased or opened again.
 */
export async function pauseCampaignsOfClosedAccount(tx: Tx, deps: Dependencies, profileId: string): Promise<void> {
  await stopAllCampaigns(tx, deps, profileId);
}

/**
 * The same for an account that is blocked, with the reason, and a mail that names them. What was paused before keeps its words. Let in
 * again, nothing goes on by itself: the company lets its campaigns go on, staff a special package. The caller holds the campaigns.
 */
export async function pauseCampaignsOfBlockedAccount(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id: profileId, email, blockedAt }: Pick<typeof profiles.$inferSelect, 'id' | 'email' | 'blockedAt'>,
): Promise<void> {
  const { paused, recalled } = await stopAllCampaigns(tx, deps, profileId);
  for (const { id, everyMinutes } of paused) {
    const reason = blockedWords[everyMinutes === null ? 'campaign' : 'special'];
    await tx.update(campaigns).set({ reason }).where(eq(campaigns.id, id));
    await record(tx, actor, {
      action: 'campaigns.stepped',
      on: { kind: 'campaign', id },
      before: { state: 'approved' },
      after: { state: 'paused', reason },
    });
  }
  for (const { id } of recalled)
    await record(tx, actor, { action: 'campaigns.recalled', on: { kind: 'campaign', id } });
  if (paused.length + recalled.length === 0) return;
  await queueMail(tx, deps.queue, {
    to: email,
    profileId,
    template: 'campaigns.account-blocked',
    props: { paused: paused.map(({ name }) => name), recalled: recalled.map(({ name }) => name) },
    idempotencyKey: `campaigns.account-blocked:${profileId}:${blockedAt?.toISOString()}`,
  });
}

/** Pauses what a company runs, and takes back into the draft what it has sent. */
async function stopAllCampaigns(tx: Tx, deps: Dependencies, profileId: string) {
  const running = await tx
    .select({ id: campaigns.id, name: campaigns.name, everyMinutes: campaigns.everyMinutes })
    .from(campaigns)
    .where(and(eq(campaigns.profileId, profileId), eq(campaigns.state, 'approved')))
    // Days are held after all reservations, as bags do.
    .orderBy(sql`${campaigns.everyMinutes} is not null`, asc(campaigns.id));
  const paused: typeof running = [];
  for (const one of running) if (await stop(tx, one.id, 'paused', deps.now)) paused.push(one);
  const recalled = await tx
    .update(campaigns)
    .set({ state: 'draft', updatedAt: deps.now() })
    .where(and(eq(campaigns.profileId, profileId), waitsForApproval))
    .returning({ id: campaigns.id, name: campaigns.name });
  return { paused, recalled };
}

async function notify(tx: Tx, deps: Dependencies, profileId: string, taken: readonly Taken[]): Promise<void> {
  const [company] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, profileId));
  for (const { id, ...said } of taken)
    await queueMail(tx, deps.queue, {
      to: company!.email,
      profileId,
      template: 'campaigns.units-taken',
      props: { ...said, link: `${deps.config.publicUrl}/account/campaigns/${id}` },
      idempotencyKey: `campaigns.units-taken:${id}:${deps.now().toISOString()}`,
    });
}

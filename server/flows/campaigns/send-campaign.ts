import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { CATEGORIES } from '#domain/campaign-kinds.ts';
import type { MISSING_CAMPAIGN_PARTS } from '#domain/campaigns/contract.ts';
import { lacksHours } from '#domain/campaigns/first-hour.ts';
import { areCampaignDays, readAddress } from '#domain/campaigns/rules.ts';
import { HOUR_MS } from '#domain/day.ts';
import { hourOf } from '#domain/playout/rules.ts';
import { isScheduled } from '#domain/playout/schedule.ts';
import { wallHour } from '#domain/playout/slots.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { lockBalances } from '../../advertising/ledger.ts';
import { requireCategoryRules } from '../../campaigns/categories.ts';
import { companyName } from '../../campaigns/company-name.ts';
import { type CampaignRow, firstDay, isOver, lastDay } from '../../campaigns/describe-campaigns.ts';
import { columnsOf, lockDraft } from '../../campaigns/drafts.ts';
import { campaigns, creatives, films } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { readableHost } from '../../platform/typed-address/readable.ts';
import { lastLeasableHour } from '../../playout/player.ts';
import { lockReservations } from '../../playout/reservations.ts';
import { unitReservations } from '../../playout/schema.ts';
import { freeUnits, revokeLeases } from './campaign-states.ts';
import { lockChangedCampaign } from './change-adverts.ts';

/** What a company has left for a campaign of that kind; it is held for the transaction. */
export async function freeFor(tx: Tx, profileId: string, kind: CampaignRow['kind']): Promise<number> {
  const balances = await lockBalances(tx, profileId);
  if (!balances) throw refuse('NOT_FOUND');
  const free = await freeUnits(tx, profileId, balances);
  return kind === 'banner' ? free.banners : free.tvSeconds;
}

/** Opens the address of a draft before it is sent; `null`: nobody looks at addresses, or it has none yet. */
export async function visitDraftAddress({ db, visitAddress }: Dependencies, profileId: string, id: string) {
  const [row] = await db
    .select({ url: campaigns.url })
    .from(campaigns)
    .where(
      and(eq(campaigns.id, id), eq(campaigns.profileId, profileId), inArray(campaigns.state, ['draft', 'rejected'])),
    );
  const url = row && readAddress(row.url);
  if (!url || !visitAddress) return null;
  const visit = await visitAddress(url);
  if (visit.outcome === 'dead') throw refuse('CAMPAIGN_ADDRESS_DEAD');
  if (visit.outcome === 'moved') throw refuse('CAMPAIGN_ADDRESS_MOVED', { host: readableHost(visit.host) });
  return { url, status: visit.status };
}

const planOf = ({ schedule, venues }: CampaignRow) => ({ schedule, venues });

const hasNoHour = (row: Pick<CampaignRow, 'startsAt' | 'endsAt' | 'schedule'>, now: Date): boolean =>
  lacksHours({ startsOn: firstDay(row), endsOn: lastDay(row), schedule: row.schedule }, now);

const hasWrongDays = (row: CampaignRow, now: Date): boolean =>
  row.endsAt <= now || !areCampaignDays(firstDay(row), lastDay(row), dayOf(now));

/** Sends a draft or a change to whoever of ours looks at adverts. Nothing is held for it until it is approved. `visited`: what its address answered. */
export async function sendCampaign(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { id, category, proof }: { id: string; category: (typeof CATEGORIES)[number]; proof: string },
  visited: Awaited<ReturnType<typeof visitDraftAddress>>,
): Promise<void> {
  const now = deps.now();
  const changed = await lockChangedCampaign(tx, id, profileId);
  const row = await lockDraft(tx, profileId, id);
  const pictures = await tx.$count(creatives, eq(creatives.campaignId, id));
  const waiting = await tx.$count(films, and(eq(films.campaignId, id), isNull(films.refusal)));
  const url = readAddress(row.url);
  const missing: (typeof MISSING_CAMPAIGN_PARTS)[number][] = [
    ...(row.name === '' ? ['name' as const] : []),
    ...(url === null ? ['url' as const] : []),
    ...(pictures === 0 ? ['picture' as const] : []),
    ...(waiting > 0 ? ['film' as const] : []),
    ...(!changed && row.everyMinutes === null && hasNoHour(row, now) ? ['hours' as const] : []),
    ...(!changed && row.everyMinutes === null && hasWrongDays(row, now) ? ['dates' as const] : []),
  ];
  if (missing.length > 0) throw refuse('CAMPAIGN_INCOMPLETE', { missing });
  if (!changed && row.everyMinutes === null) {
    const free = await freeFor(tx, profileId, row.kind);
    if (free < row.budget) throw refuse('CAMPAIGN_BUDGET', { for: 'company', free });
  }
  await requireCategoryRules(tx, category, { ...planOf(changed ?? row), proof });
  const wasVisited = visited?.url === url;
  const seen = { addressSeenAt: wasVisited ? now : null, addressStatus: wasVisited ? visited!.status : null };
  await tx
    .update(campaigns)
    .set({
      ...seen,
      addressFailedAt: null,
      codePausedAt: null,
      state: 'review',
      url: url!,
      category,
      proof: category === 'none' ? '' : proof,
      sentAt: now,
      sendings: row.sendings + 1,
      reason: '',
      updatedAt: now,
    })
    .where(eq(campaigns.id, id));
  await tx.update(creatives).set({ needsChange: false }).where(eq(creatives.campaignId, id));
  await record(tx, actor, {
    action: changed ? 'campaigns.change-sent' : 'campaigns.sent',
    on: { kind: 'campaign', id: changed?.id ?? id },
    after: { name: row.name },
  });
  const [oldest] = await tx
    .select({ sentAt: campaigns.sentAt })
    .from(campaigns)
    .where(eq(campaigns.state, 'review'))
    .orderBy(asc(campaigns.sentAt))
    .limit(1);
  const [owner] = await tx.select({ company: companyName }).from(profiles).where(eq(profiles.id, profileId));
  await queueMail(tx, deps.queue, {
    to: deps.config.superAdmin.email,
    profileId: null,
    template: 'campaigns.sent',
    props: {
      name: row.name,
      company: owner!.company,
      kind: row.kind,
      isChange: changed !== null,
      isStopped: changed !== null && isOver(changed),
      startsAt: row.startsAt.toISOString(),
      waitsForStart: row.everyMinutes !== null,
      oldestAt: (oldest?.sentAt ?? now).toISOString(),
      link: `${deps.config.publicUrl}/admin/campaigns`,
    },
    idempotencyKey: `campaigns.sent:${id}:${row.sendings + 1}`,
  });
}

interface Change {
  id: string;
  schedule?: number[] | undefined;
  cap?: number | null | undefined;
  endsOn?: string | undefined;
  budget?: number | undefined;
}

type Times = Pick<CampaignRow, 'schedule' | 'endsAt'>;

/** Whether TVs may hold leases of hours that a changed plan does not have any more. */
function losesHours(before: Times, after: Times, now: Date): boolean {
  const has = ({ schedule, endsAt }: Times, hour: Date) => hour < endsAt && isScheduled(schedule, wallHour(hour));
  for (let hour = hourOf(now); hour <= lastLeasableHour(now); hour = new Date(hour.getTime() + HOUR_MS))
    if (has(before, hour) && !has(after, hour)) return true;
  return false;
}

/**
 * Changes what a running campaign may change without another review. TVs keep what they hold already, unless the cap gets smaller or
 * hours go for which they may hold something.
 */
export async function changeRunningCampaign(
  tx: Tx,
  deps: Pick<Dependencies, 'now'>,
  actor: Actor,
  profileId: string,
  { id, ...change }: Change,
  now: Date,
) {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  if (!row || row.profileId !== profileId) throw refuse('NOT_FOUND');
  if ((row.state !== 'approved' && row.state !== 'paused') || row.everyMinutes !== null)
    throw refuse('CAMPAIGN_CHANGED');
  const columns = columnsOf(row, change, now);
  if (columns.endsAt <= now) throw refuse('CAMPAIGN_DATES');
  const times = { startsAt: row.startsAt, schedule: columns.schedule ?? row.schedule, endsAt: columns.endsAt };
  if ((change.schedule || change.endsOn) && hasNoHour(times, now))
    throw refuse('CAMPAIGN_INCOMPLETE', { missing: ['hours'] });
  if (change.schedule)
    await requireCategoryRules(
      tx,
      row.category,
      { ...planOf(row), ...columns, proof: row.proof },
      (why) => why === 'hours',
    );
  if (change.budget !== undefined && change.budget !== row.budget) {
    const free = await freeFor(tx, profileId, row.kind);
    await lockReservations(tx, [id]);
    const [held] = await tx.select().from(unitReservations).where(eq(unitReservations.campaignId, id));
    const least = held!.leased - held!.released;
    if (change.budget < least) throw refuse('CAMPAIGN_BUDGET_LOW', { least });
    if (change.budget - held!.budget > free)
      throw refuse('CAMPAIGN_BUDGET', { for: 'company', free: free + held!.budget });
    await tx.update(unitReservations).set({ budget: change.budget }).where(eq(unitReservations.campaignId, id));
  }
  const isCapSmaller = typeof change.cap === 'number' && change.cap < (row.cap ?? Number.POSITIVE_INFINITY);
  if (isCapSmaller || losesHours(row, times, now)) await revokeLeases(tx, [id], deps.now);
  const all = { schedule: row.schedule, cap: row.cap, endsOn: lastDay(row), budget: row.budget };
  const before = Object.fromEntries(
    Object.entries(all).filter(([name]) => change[name as keyof typeof all] !== undefined),
  );
  await tx
    .update(campaigns)
    .set({ ...columns, startsAt: row.startsAt, updatedAt: sql`${now.toISOString()}::timestamptz` })
    .where(eq(campaigns.id, id));
  await record(tx, actor, { action: 'campaigns.changed', on: { kind: 'campaign', id }, before, after: change });
}

import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { FIRST_DAY, LAST_DAY } from '#domain/calendar.ts';
import type { ListedCampaign } from '#domain/campaigns/contract.ts';
import { OPEN_CHANGE_STATES, type ShownState, shownState } from '#domain/campaigns/rules.ts';
import { companyNumberText } from '#domain/company-numbers.ts';
import type { Day } from '#domain/day.ts';
import type { Region } from '#domain/places/regions.ts';
import type { VENUES } from '#domain/places/rules.ts';
import { stoppedCampaignReportDeadline } from '#domain/playout/rules.ts';
import { plannedUnits } from '#domain/playout/schedule.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import { BELGRADE } from '../platform/belgrade.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { readableAddress } from '../platform/typed-address/readable.ts';
import { playSums, unitReservations } from '../playout/schema.ts';
import { specialRuns } from '../special/schema.ts';
import { companyName } from './company-name.ts';
import { campaigns, creatives } from './schema.ts';

export type CampaignRow = typeof campaigns.$inferSelect;
type CreativeRow = typeof creatives.$inferSelect;

export const pictureOf = (one: CreativeRow) => ({
  id: one.id,
  name: one.name,
  width: one.width,
  height: one.height,
  bytes: one.bytes,
  seconds: one.seconds,
  file: one.shownFileId,
  poster: one.posterFileId,
  lengthMs: one.lengthMs,
  frameRate: one.frameRate,
  hasSound: one.hasSound,
  loudness: one.loudness,
  needsChange: one.needsChange,
});

/** Hours since a Monday midnight of Belgrade's wall clock. */
const wallHours = (moment: SQL) =>
  sql<number>`extract(epoch from ${moment} at time zone ${BELGRADE} - '1970-01-05')::float8 / 3600`;

/** Newest first. */
function readRows(db: DatabaseOrTransaction, which: SQL | undefined, now: Date) {
  const counted = db
    .select({
      campaignId: playSums.campaignId,
      units: sql<number>`coalesce(sum(${playSums.units}), 0)::float8`.as('units'),
      today: sql<number>`coalesce(sum(${playSums.plays}) filter (where ${playSums.day} = ${dayOf(now)}), 0)::float8`.as(
        'today',
      ),
    })
    .from(playSums)
    .where(
      and(
        eq(playSums.outcome, 'counted'),
        inArray(playSums.campaignId, db.select({ id: campaigns.id }).from(campaigns).where(which)),
      ),
    )
    .groupBy(playSums.campaignId)
    .as('counted');
  return db
    .select({
      campaign: campaigns,
      company: companyName,
      isAccountOpen: sql<boolean>`(${profiles.id} is not null and ${profiles.closedAt} is null and ${profiles.blockedAt} is null)`,
      taxNumber: profiles.companyTaxNumber,
      counted: sql<number>`coalesce(${counted.units}, 0)::float8`,
      today: sql<number>`coalesce(${counted.today}, 0)::float8`,
      last: sql<Date | null>`(select max(h.hour) from play_hours h where h.campaign_id = ${campaigns.id} and h.outcome = 'counted')`.mapWith(
        campaigns.createdAt,
      ),
      budget: unitReservations.budget,
      settled: unitReservations.settled,
      starts: wallHours(sql`${campaigns.startsAt}`),
      ends: wallHours(sql`${campaigns.endsAt}`),
      special: specialRuns,
      wall: wallHours(sql`${now.toISOString()}::timestamptz`),
    })
    .from(campaigns)
    .leftJoin(profiles, eq(profiles.id, campaigns.profileId))
    .leftJoin(unitReservations, eq(unitReservations.campaignId, campaigns.id))
    .leftJoin(specialRuns, eq(specialRuns.campaignId, campaigns.id))
    .leftJoin(counted, eq(counted.campaignId, campaigns.id))
    .where(which)
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id));
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Campaigns with their numbers, newest first; without `which`, all of them. */
export async function describeCampaigns(db: DatabaseOrTransaction, which: SQL | undefined, now: Date) {
  const rows = await readRows(db, which, now);
  const ids = rows.map(({ campaign }) => campaign.id);
  const pictures = rows.length
    ? await db
        .select()
        .from(creatives)
        .where(and(inArray(creatives.campaignId, ids), isNull(creatives.withdrawnAt)))
        .orderBy(asc(creatives.createdAt), asc(creatives.id))
    : [];
  const changes = rows.length
    ? await db
        .select({
          id: campaigns.id,
          changeOf: campaigns.changeOf,
          state: campaigns.state,
          reason: campaigns.reason,
        })
        .from(campaigns)
        .where(and(inArray(campaigns.changeOf, ids), inArray(campaigns.state, [...OPEN_CHANGE_STATES])))
    : [];
  const picturesOf = Map.groupBy(pictures, ({ campaignId }) => campaignId);
  const changeTo = new Map(changes.map((change) => [change.changeOf, change]));
  return rows.map((row) => {
    const { campaign, company, isAccountOpen } = row;
    const taxNumber = row.taxNumber === null ? '' : companyNumberText(row.taxNumber);
    const own = (picturesOf.get(campaign.id) ?? []).map(pictureOf);
    const change = changeTo.get(campaign.id);
    return { campaign, shown: listedOf(row, own, change, now), pictures: own, company, taxNumber, isAccountOpen };
  });
}

type Picture = ReturnType<typeof pictureOf>;
type Change = Pick<CampaignRow, 'id' | 'state' | 'reason'>;

/** As its company and the desk see it in a list. */
function listedOf(row: Row, own: readonly Picture[], change: Change | undefined, now: Date): ListedCampaign {
  const { campaign, special, starts, ends, wall } = row;
  const isWaiting = campaign.state === 'approved' && special?.startsOn === null;
  const planned = Math.round(
    plannedUnits({ budget: campaign.budget, schedule: campaign.schedule, starts, ends }, wall),
  );
  const isEnded = isOver(campaign);
  const held = isEnded ? Math.max(0, (row.budget ?? 0) - row.counted) : 0;
  return {
    ...fieldsOf(campaign),
    id: campaign.id,
    kind: campaign.kind,
    reason: campaign.reason,
    sentAt: campaign.sentAt,
    pausedAt: campaign.state === 'paused' ? campaign.pausedAt : null,
    isHeldByStaff: campaign.state === 'paused' && campaign.isHeldByStaff,
    isEmpty: campaign.state === 'paused' && row.budget === 0,
    decidedAt: campaign.decidedAt,
    mend: own.find(({ needsChange }) => needsChange)?.id ?? null,
    state: isWaiting ? 'scheduled' : (shownState(campaign, { counted: row.counted, planned }, now) as ShownState),
    special: special && { startsOn: special.startsOn },
    counted: row.counted,
    planned: campaign.pace === 'even' && !isEnded ? planned : null,
    today: row.today,
    lastPlayAt: row.last,
    picture: own[0] ?? null,
    updatedAt: campaign.updatedAt,
    addressStatus: campaign.addressStatus,
    codePausedAt: campaign.codePausedAt,
    returned: isEnded && !special ? Math.max(0, campaign.budget - Math.max(row.budget ?? 0, row.counted)) : 0,
    held,
    heldUntil: held > 0 ? stoppedCampaignReportDeadline(campaign.updatedAt) : null,
    change: change
      ? { id: change.id, state: change.state as (typeof OPEN_CHANGE_STATES)[number], reason: change.reason }
      : null,
  };
}

const fieldsOf = (row: CampaignRow) => ({
  name: row.name,
  url: readableAddress(row.url),
  schedule: row.schedule,
  cap: row.cap,
  pace: row.pace,
  budget: row.budget,
  startsOn: firstDay(row),
  endsOn: lastDay(row),
  regions: row.regions as Region[],
  venues: row.venues as (typeof VENUES)[number][],
});

/** The first and the last day on which it is shown; an older row may hold any year, and has the nearest that there is. */
export const firstDay = ({ startsAt }: Pick<CampaignRow, 'startsAt'>): Day =>
  startsAt < EARLIEST ? FIRST_DAY : dayOf(startsAt);
export const lastDay = ({ endsAt }: Pick<CampaignRow, 'endsAt'>): Day =>
  endsAt > LATEST ? LAST_DAY : dayOf(new Date(endsAt.getTime() - 1));

/** Whether a campaign was stopped for good, or ended. */
export const isOver = ({ state }: Pick<CampaignRow, 'state'>): boolean => state === 'withdrawn' || state === 'done';

/** The day on which it ended: one that ran until its last moment is ended after it. `null`: it is not over. */
export function endedOn(campaign: Pick<CampaignRow, 'state' | 'updatedAt' | 'endsAt'>): Day | null {
  if (!isOver(campaign)) return null;
  const [ended, last] = [dayOf(campaign.updatedAt), lastDay(campaign)];
  return ended < last ? ended : last;
}

const EARLIEST = startOfDay(FIRST_DAY);
const LATEST = startOfDay(LAST_DAY);

/** One campaign of a company as it is stored, for whoever tells none of its numbers. */
export async function ownCampaignRow(db: DatabaseOrTransaction, profileId: string, id: string): Promise<CampaignRow> {
  const [found] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.profileId, profileId)));
  if (!found) throw refuse('NOT_FOUND');
  return found;
}

/** The same, with its numbers. */
export async function ownCampaign(db: DatabaseOrTransaction, profileId: string, id: string, now: Date) {
  const [found] = await describeCampaigns(db, and(eq(campaigns.id, id), eq(campaigns.profileId, profileId)), now);
  if (!found) throw refuse('NOT_FOUND');
  return found;
}

/** What the campaign of a change shows now; `null`: it is no change. */
export async function describeChangedCampaign(db: DatabaseOrTransaction, { changeOf }: CampaignRow, now: Date) {
  if (!changeOf) return null;
  const [changed] = await describeCampaigns(db, eq(campaigns.id, changeOf), now);
  const { shown, pictures } = changed!;
  return { id: shown.id, state: shown.state, url: shown.url, special: shown.special, pictures };
}

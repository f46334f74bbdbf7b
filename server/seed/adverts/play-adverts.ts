import { asc, isNull } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { monthOf } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { objectToReport } from '../../campaigns/objections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { blockTv } from '../../flows/campaigns/block-tv.ts';
import { endCampaigns } from '../../flows/campaigns/campaign-states.ts';
import { notifyDone } from '../../flows/campaigns/notify-done.ts';
import { notifyLow } from '../../flows/campaigns/notify-low.ts';
import type { Actor } from '../../platform/audit.ts';
import { makePartitions } from '../../playout/partitions.ts';
import { addReleasedUnits } from '../../playout/reservations.ts';
import { sumHours } from '../../playout/sum-hours.ts';
import { markSent } from '../orders/mark-sent.ts';
import type { Profile } from '../population.ts';
import type { Subscription } from '../seeded-advertising.ts';
import { idOf, seededRandom } from '../seeded-random.ts';
import type { SeededYear } from '../year.ts';
import { makePlays } from './make-plays.ts';
import { blockedAt, placeTvs } from './place-tvs.ts';
import { campaignId } from './plans.ts';
import { proveLastNight, rewardViewers } from './reward-viewers.ts';
import { seedScreens } from './screens.ts';
import { seedCampaigns } from './seed-campaigns.ts';
import { seedSpecialRuns } from './special-run.ts';
import type { Stage } from './stage.ts';
import { writePlays } from './write-plays.ts';

const COMPANIES = 8;
const BLOCKED = 'TV prikazuje reklame u zaključanoj prostoriji. Javite nam se kada bude na mestu gde ga neko gleda.';
const OBJECTION =
  'U sredu druge nedelje kampanje u Nišu veći deo dana nije bilo struje, a izveštaj i za taj dan ima prikaze. Molimo vas da proverite.';

/** A TV that goes on after the story, with what its player must know. */
export interface LiveTv {
  token: string;
  /** Of its page; empty: today's. */
  version: string;
  isVisible: boolean;
  /** It reports like a clock. */
  isRegular: boolean;
}

/**
 * Adverts of the last six weeks: sixty TVs with their places and licences, campaigns of eight companies in every state, what was shown and
 * counted, and what viewers got for it. People act through the program's own functions, at their moment; plays are written in bulk, as
 * reports would have left them. Comes after the year; nothing of it is mailed.
 */
export async function playAdverts(
  opened: Dependencies,
  { population: { members, companies }, campaigns: { subscriptions } }: Pick<SeededYear, 'population' | 'campaigns'>,
  desk: Actor,
  seed = 1966,
): Promise<LiveTv[]> {
  const end = opened.now();
  const clock = { now: end };
  // What jobs would do after a change is done here, at that moment.
  const queue = { ...opened.queue, send: async () => {} };
  const deps = { ...opened, queue, now: () => clock.now };
  const { db } = deps;
  const looked = demoCompany(subscriptions);
  const people = new Map([...members, ...companies].map((person) => [person.id, person]));
  const stage: Stage = { deps, db, clock, end, members, people };
  const random = seededRandom(seed + 2);
  await makePartitions(db, end);
  const linked = await db.select().from(devices).where(isNull(devices.unlinkedAt)).orderBy(asc(devices.linkedAt));
  const placed = await placeTvs(stage, random, linked, desk);
  const advertisers = advertisersOf(subscriptions, looked);
  const runs = await seedCampaigns(stage, random, advertisers, desk);
  await seedSpecialRuns(stage, desk);
  const plays = makePlays(random, end, placed, runs);
  await writePlays(stage, plays);
  await seedScreens(stage, random, placed);
  const first = plays[0]?.startedAt ?? end;
  await rewardViewers(stage, placed, first, desk);
  const blocked = placed.find(({ fate }) => fate === 'blocked');
  if (blocked) {
    clock.now = blockedAt(end);
    await blockTv(deps, desk, { id: blocked.id, reason: BLOCKED });
    clock.now = end;
  }
  await addReleasedUnits(db);
  await sumHours(db, end);
  await db.transaction((tx) => endCampaigns(tx, end));
  await proveLastNight(stage);
  await notifyDone(deps);
  await notifyLow(deps);
  const own = { id: looked.id, email: looked.email };
  const about = {
    id: campaignId({ company: 0, name: 'Nedeljom radimo' }),
    objection: idOf('objection to a report'),
    month: monthOf(dayOf(new Date(end.getTime() - 25 * DAY_MS))),
    text: OBJECTION,
  };
  await db.transaction((tx) => objectToReport(tx, deps, own, looked.id, about));
  await markSent(db);
  return placed
    .filter(({ isLive, fate }) => isLive || fate === 'hidden')
    .map(({ token, version, fate }) => ({
      token,
      version,
      isVisible: fate !== 'hidden',
      isRegular: fate === 'rhythm',
    }));
}

/** The company by which the demonstration is looked at. */
export const demoCompany = (subscriptions: readonly Subscription[]): Profile => subscriptions[1]!.company;

/** The one that is looked at, and those that subscribed first. */
const advertisersOf = (subscriptions: readonly Subscription[], looked: Profile): Profile[] =>
  [...new Set([looked, ...subscriptions.map(({ company }) => company)])].slice(0, COMPANIES);

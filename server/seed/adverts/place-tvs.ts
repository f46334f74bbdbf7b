import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import type { Region } from '#domain/places/regions.ts';
import type { VENUES } from '#domain/places/rules.ts';
import { devices } from '../../devices/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { deliveredSerialsQuery } from '../../playout/licences.ts';
import { licences, tvs } from '../../playout/schema.ts';
import { confirmVenue, refuseVenue } from '../../playout/tvs/decide-tvs.ts';
import { updateOwnTv } from '../../playout/update-own-tv.ts';
import { minutesAfter } from '../calendar.ts';
import { ROOM_VENUES, regionOf, type Tv } from '../kept-tvs.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Stage } from './stage.ts';

type Venue = (typeof VENUES)[number];

/** What became of a TV until now. `shows` and the odd ones have their page in front; `hidden` has not. */
export type TvCondition = 'shows' | 'hidden' | 'off' | 'away' | 'blocked' | 'network' | 'rhythm';

export interface SeededTv {
  id: string;
  number: number;
  ownerId: string;
  licenceId: string;
  region: Region;
  venue: Venue;
  /** As adverts see it: `null` while nobody confirmed it. */
  shownVenue: Venue | null;
  fate: TvCondition;
  /** It is on at this moment. */
  isLive: boolean;
  /** How much it is watched, around 1. */
  zeal: number;
  since: Date;
  /** When it was on last; `null`: now. */
  until: Date | null;
  /** With it the players of the demonstration call us. */
  token: string;
  /** Of the page that it runs; empty: today's. */
  version: string;
}

/** How venues stand with us, in turn. */
const VENUES_ARE = ['confirmed', 'confirmed', 'waiting', 'confirmed', 'confirmed', 'waiting', 'confirmed'] as const;
const REFUSED = 'Na fotografiji se vidi stan, a ne lokal. Izaberite „Domaćinstvo” ili pošaljite sliku lokala.';
const REFUSED_ONE = 13;
const OLD_VERSION = '4b1f09ac27de';
/** Days until a device that was linked long ago shows its first advert, at the most. */
const ALL_DAYS = 46;
/** Minutes after a TV was linked. */
const [PLACED, SEEN] = [4, 2 * 1_440];

const uncounted = { consume: async () => {} };

/** Every linked TV gets its device's licence and its place, as its owner and our people do it; one of the venues is refused. */
export async function placeTvs(stage: Stage, random: SeededRandom, linked: Tv[], desk: Actor): Promise<SeededTv[]> {
  const { db, end } = stage;
  const serials = await serialsOf(stage, new Set(linked.map(({ profileId }) => profileId)));
  const fates = fatesOf(linked, stage.members[0]!.id);
  const placed: SeededTv[] = [];
  let venues = 0;
  for (const tv of linked) {
    const serial = serials.get(tv.profileId)?.shift();
    if (!serial) continue;
    const owner = stage.people.get(tv.profileId)!;
    const [region, venue] = [regionOf(owner), ROOM_VENUES[tv.name] ?? 'household'];
    stage.clock.now = minutesAfter(tv.linkedAt, PLACED);
    const own = { id: owner.id, email: owner.email };
    await db.transaction((tx) =>
      updateOwnTv(tx, stage.deps, own, owner.id, { id: tv.id, region, venue, licence: serial }, uncounted),
    );
    let shownVenue: Venue | null = venue;
    let from = stage.clock.now;
    if (venue !== 'household') {
      const isFirst = tv.profileId === stage.members[0]!.id;
      if (!isFirst) venues += 1;
      const turn = VENUES_ARE[venues % VENUES_ARE.length]!;
      const is = isFirst ? (venue === 'cafe' ? 'confirmed' : 'waiting') : turn;
      stage.clock.now = minutesAfter(tv.linkedAt, SEEN);
      const isRefused = !isFirst && venues === REFUSED_ONE;
      if (isRefused) await db.transaction((tx) => refuseVenue(tx, stage.deps, desk, { id: tv.id, reason: REFUSED }));
      else if (is === 'confirmed' && stage.clock.now < end) {
        const how = (['photo', 'visit', 'call'] as const)[venues % 3]!;
        await db.transaction((tx) => confirmVenue(tx, desk, { id: tv.id, how }, stage.clock.now));
        from = stage.clock.now;
      }
      if (isRefused || is !== 'confirmed' || stage.clock.now >= end) shownVenue = null;
    }
    const fate = fates.get(tv.id)!;
    const [licence] = await db
      .update(licences)
      .set({ createdAt: minutesAfter(tv.linkedAt, PLACED) })
      .where(eq(licences.tvId, tv.id))
      .returning({ id: licences.id });
    const isLive = fate !== 'off' && fate !== 'away' && fate !== 'blocked' && fate !== 'hidden';
    const first = new Date(end.getTime() - ALL_DAYS * DAY_MS);
    placed.push({
      id: tv.id,
      number: tv.number,
      ownerId: owner.id,
      licenceId: licence!.id,
      region,
      venue,
      shownVenue,
      fate,
      isLive,
      zeal: 0.75 + 0.4 * random.next(),
      since: from > first ? from : first,
      until: untilOf(random, fate, end),
      token: `tv_${randomBytes(32).toString('base64url')}`,
      version: placed.length % 7 === 3 ? OLD_VERSION : '',
    });
  }
  stage.clock.now = end;
  for (const { id, token } of placed)
    await db
      .update(devices)
      .set({ tokenHash: fingerprint(token) })
      .where(eq(devices.id, id));
  await db.execute(sql`analyze ${tvs}`);
  return placed;
}

/** Delivered devices of these people, by owner. */
async function serialsOf({ db }: Stage, owners: Set<string>): Promise<Map<string, string[]>> {
  const serials = new Map<string, string[]>();
  for (const owner of owners) {
    const { rows } = await db.execute<{ serial: string }>(sql`${deliveredSerialsQuery(owner)} order by 1`);
    serials.set(
      owner,
      rows.map(({ serial }) => serial),
    );
  }
  return serials;
}

/** Three of one owner are behind one network; of the others some are silent, one is blocked, one reports like a clock. */
function fatesOf(linked: Tv[], first: string): Map<string, TvCondition> {
  const owners = Map.groupBy(linked, ({ profileId }) => profileId);
  const many = [...owners.entries()].find(([owner, own]) => owner !== first && own.length >= 3)?.[0];
  const others: TvCondition[] = [
    'blocked',
    'shows',
    'rhythm',
    'shows',
    'off',
    'shows',
    'hidden',
    'shows',
    'away',
    'shows',
  ];
  const later: TvCondition[] = [
    'shows',
    'off',
    'shows',
    'shows',
    'off',
    'shows',
    'shows',
    'away',
    'shows',
    'shows',
    'hidden',
    'shows',
  ];
  let n = 0;
  let own = 0;
  return new Map(
    linked.map((tv) => {
      if (tv.profileId === first) return [tv.id, own++ % 2 === 0 ? 'shows' : 'off'];
      if (tv.profileId === many) return [tv.id, 'network'];
      n += 1;
      return [tv.id, others[n - 1] ?? later[n % later.length]!];
    }),
  );
}

/** When our people blocked the one that is blocked. */
export const blockedAt = (end: Date): Date => new Date(end.getTime() - 0.4 * HOUR_MS);

function untilOf(random: SeededRandom, fate: TvCondition, end: Date): Date | null {
  if (fate === 'away') return new Date(end.getTime() - (8 + 5 * random.next()) * DAY_MS);
  if (fate === 'off') return new Date(end.getTime() - (3 + 40 * random.next() ** 2) * HOUR_MS);
  if (fate === 'blocked') return blockedAt(end);
  if (fate === 'hidden') return new Date(end.getTime() - 2 * HOUR_MS);
  return null;
}

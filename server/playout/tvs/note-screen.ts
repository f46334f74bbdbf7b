import { createHmac } from 'node:crypto';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { coarseNetwork } from '#domain/devices/rules.ts';
import type { Screen } from '#domain/playout/contract.ts';
import { PAUSE_MINUTES } from '#domain/tvs/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { tvScreens } from './schema.ts';

const was = tvScreens;

/** Of a TV that never said anything of its screen. */
const UNSAID: Screen = { version: '', visible: false, size: { width: 0, height: 0 } };

/** Of a TV whose owner wants nothing measured. */
const UNMEASURED = {
  network: Buffer.alloc(0),
  networkLabel: '',
  showsSince: null,
  longestPause: 0,
  intervals: 0,
  intervalMean: 0,
  intervalSquares: 0,
};

/**
 * Writes down what a TV says of its screen, and from where and how regularly it reports, whether it says anything of its screen or not; the
 * last two only of one that is measured. Answers with what staff asked of it, once: an answer that is lost is asked for again by them.
 */
export async function noteScreen(
  { db, tokens }: Pick<Dependencies, 'db' | 'tokens'>,
  tvId: string,
  screen: Screen | undefined,
  { ip, isMeasured = true }: { ip: string; isMeasured?: boolean },
  now: Date,
): Promise<'reload' | 'relink' | null> {
  const { version, visible, size, lastError = '', freeStorage } = screen ?? UNSAID;
  const freeMegabytes = freeStorage === undefined ? null : Math.round(freeStorage / 1e6);
  const row = {
    tvId,
    seenAt: now,
    version,
    visible,
    lastError,
    ...size,
    errorAt: lastError === '' ? null : now,
    freeMegabytes,
    // One that says nothing of its screen may be in front all the time.
    ...(isMeasured ? { ...placeOf(tokens, ip), showsSince: screen && !visible ? null : now } : UNMEASURED),
  };
  const [noted] = await db
    .insert(tvScreens)
    .values(row)
    .onConflictDoUpdate({
      target: was.tvId,
      set: {
        seenAt: now,
        ...(screen && { version, visible, ...size }),
        ...(freeMegabytes !== null && { freeMegabytes }),
        ...(isMeasured ? { network: row.network, networkLabel: row.networkLabel, ...rhythm() } : UNMEASURED),
        ...(lastError !== '' && {
          lastError,
          errorAt: sql`case when ${was.lastError} = ${lastError} then ${was.errorAt} else ${now} end`,
        }),
      },
    })
    .returning({ command: was.command });
  const command = noted?.command ?? null;
  if (!command) return null;
  const [told] = await db
    .update(tvScreens)
    .set({ command: null, toldAt: now })
    .where(and(eq(was.tvId, tvId), isNotNull(was.command)))
    .returning({ id: was.tvId });
  return told ? command : null;
}

function placeOf(tokens: Dependencies['tokens'], ip: string) {
  const network = networkOf(ip);
  return {
    network: createHmac('sha256', tokens.deriveKey('tv-network')).update(network).digest(),
    networkLabel: coarseNetwork(network) ?? '',
  };
}

/** How regularly it reports and how long it shows without a pause, with the report that comes now. */
function rhythm() {
  const gap = sql`(extract(epoch from excluded.seen_at - ${was.seenAt}) * 1000)`;
  const unlessPaused = (value: SQL) =>
    sql`case when ${gap} between 0 and ${PAUSE_MINUTES * 60_000} then ${value} else 0 end`;
  const mean = sql`(${was.intervalMean} + (${gap} - ${was.intervalMean}) / (${was.intervals} + 1))`;
  const shows = sql`${was.showsSince} is not null and excluded.shows_since is not null and ${gap} between 0 and ${PAUSE_MINUTES * 60_000}`;
  return {
    showsSince: sql`case when ${shows} then ${was.showsSince} else excluded.shows_since end`,
    longestPause: sql`case when ${shows} then greatest(${was.longestPause}, ${gap})::int else 0 end`,
    intervals: sql`(${unlessPaused(sql`${was.intervals} + 1`)})::int`,
    intervalMean: unlessPaused(mean),
    intervalSquares: unlessPaused(sql`${was.intervalSquares} + (${gap} - ${was.intervalMean}) * (${gap} - ${mean})`),
  };
}

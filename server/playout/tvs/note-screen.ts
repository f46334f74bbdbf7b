import { createHmac } from 'node:crypto';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { coarseNetwork } from '#domain/devices/rules.ts';
import type { Screen } from '#domain/playout/contract.ts';
import { PAUSE_MINUTES } from '#domain/tvs/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { tvScreens } from './schema.ts';

/** Of a TV that never said anything of its screen. */
const UNSAID: Screen = { version: '', visible: false, size: { width: 0, height: 0 } };

/**
 * Writes down what a TV says of its screen, and from where and how regularly it reports, whether it says anything of its screen or not.
 * Answers with what staff asked of it, once: an answer that is lost is asked for again by them.
 */
export async function noteScreen(
  { db, tokens }: Pick<Dependencies, 'db' | 'tokens'>,
  tvId: string,
  screen: Screen | undefined,
  ip: string,
  now: Date,
): Promise<'reload' | 'relink' | null> {
  const { version, visible, size, lastError = '', freeStorage } = screen ?? UNSAID;
  const freeMegabytes = freeStorage === undefined ? null : Math.round(freeStorage / 1e6);
  const network = networkOf(ip);
  const row = {
    tvId,
    seenAt: now,
    version,
    visible,
    lastError,
    ...size,
    errorAt: lastError === '' ? null : now,
    freeMegabytes,
    network: createHmac('sha256', tokens.deriveKey('tv-network')).update(network).digest(),
    networkLabel: coarseNetwork(network) ?? '',
    // One that says nothing of its screen may be in front all the time.
    showsSince: screen && !visible ? null : now,
  };
  const was = tvScreens;
  const gap = sql`(extract(epoch from excluded.seen_at - ${was.seenAt}) * 1000)`;
  const unlessPaused = (value: SQL) =>
    sql`case when ${gap} between 0 and ${PAUSE_MINUTES * 60_000} then ${value} else 0 end`;
  const mean = sql`(${was.intervalMean} + (${gap} - ${was.intervalMean}) / (${was.intervals} + 1))`;
  const shows = sql`${was.showsSince} is not null and excluded.shows_since is not null and ${gap} between 0 and ${PAUSE_MINUTES * 60_000}`;
  const [noted] = await db
    .insert(tvScreens)
    .values(row)
    .onConflictDoUpdate({
      target: was.tvId,
      set: {
        seenAt: now,
        ...(screen && { version, visible, ...size }),
        ...(freeMegabytes !== null && { freeMegabytes }),
        network: row.network,
        networkLabel: row.networkLabel,
        ...(lastError !== '' && {
          lastError,
          errorAt: sql`case when ${was.lastError} = ${lastError} then ${was.errorAt} else ${now} end`,
        }),
        showsSince: sql`case when ${shows} then ${was.showsSince} else excluded.shows_since end`,
        longestPause: sql`case when ${shows} then greatest(${was.longestPause}, ${gap})::int else 0 end`,
        intervals: sql`(${unlessPaused(sql`${was.intervals} + 1`)})::int`,
        intervalMean: unlessPaused(mean),
        intervalSquares: unlessPaused(
          sql`${was.intervalSquares} + (${gap} - ${was.intervalMean}) * (${gap} - ${mean})`,
        ),
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

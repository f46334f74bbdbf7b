import { createHmac } from 'node:crypto';
import { and, eq, gt, isNull, or, type Placeholder, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { TOKEN_DAYS, TOKEN_RENEWED_AFTER_DAYS } from '#domain/devices/rules.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../platform/db.ts';
import { perInstance } from '../platform/per-instance.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { devices } from './schema.ts';

export type TvRow = typeof devices.$inferSelect;

const SEEN_EVERY_MS = 30_000;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Prepared, as the query of sessions is: every call of a TV asks it. */
const tvByToken = perInstance((db: Database) =>
  db
    .select({ tv: devices, blockedAt: profiles.blockedAt, closedAt: profiles.closedAt })
    .from(devices)
    .innerJoin(profiles, eq(profiles.id, devices.profileId))
    .where(carries(sql.placeholder('hash'), sql.placeholder('oldest')))
    .prepare('TV by token'),
);

const carries = (hash: Buffer | Placeholder, oldest: Date | Placeholder) =>
  and(
    isNull(devices.unlinkedAt),
    or(
      and(eq(devices.tokenHash, hash), gt(devices.tokenMadeAt, oldest)),
      and(eq(devices.nextTokenHash, hash), gt(devices.nextTokenMadeAt, oldest)),
    ),
  );

/**
 * The linked TV that carries this token, noted as seen each half minute. The first use of a renewed token ends the older one. A TV whose
 * owner is blocked or closed is `suspended`: it keeps its token for the day its owner is let in again.
 */
export async function tvOfToken(db: Database, token: string, now: Date): Promise<TvRow | 'suspended' | null> {
  const hash = fingerprint(token);
  const oldest = daysBefore(now, TOKEN_DAYS);
  const [found] = await tvByToken(db).execute({ hash, oldest });
  if (!found) return null;
  if (found.blockedAt || found.closedAt) return 'suspended';
  const isRenewed = found.tv.nextTokenHash?.equals(hash) ?? false;
  const seen = found.tv.lastSeenAt?.getTime() ?? 0;
  if (!isRenewed && now.getTime() - seen < SEEN_EVERY_MS) return found.tv;
  const renewed = eq(devices.nextTokenHash, hash);
  const [tv] = await db
    .update(devices)
    .set({
      lastSeenAt: now,
      tokenHash: sql`case when ${renewed} then ${devices.nextTokenHash} else ${devices.tokenHash} end`,
      tokenMadeAt: sql`case when ${renewed} then ${devices.nextTokenMadeAt} else ${devices.tokenMadeAt} end`,
      nextTokenHash: sql`case when ${renewed} then null else ${devices.nextTokenHash} end`,
      nextTokenMadeAt: sql`case when ${renewed} then null else ${devices.nextTokenMadeAt} end`,
    })
    .where(and(eq(devices.id, found.tv.id), carries(hash, oldest)))
    .returning()
    .prepare('TV seen')
    .execute();
  return tv ?? null;
}

export const isDueForRenewal = (tokenMadeAt: Date, now: Date): boolean =>
  tokenMadeAt <= daysBefore(now, TOKEN_RENEWED_AFTER_DAYS);

/**
 * The token that follows the TV's present one. It is derived from it, so whoever asks again, because an answer was lost
 * or two pages run on one TV, gets the same; the present token stays good until the new one is used.
 */
export async function renewToken({ db, tokens, now }: Dependencies, tv: TvRow): Promise<string | null> {
  const present = tv.tokenHash;
  if (!present) return null;
  const secret = createHmac('sha256', tokens.deriveKey('tv-token'))
    .update(`${tv.id}:`)
    .update(present)
    .digest('base64url');
  const token = `tv_${secret}`;
  const [renewed] = await db
    .update(devices)
    .set({
      nextTokenHash: fingerprint(token),
      nextTokenMadeAt: sql`coalesce(${devices.nextTokenMadeAt}, ${now().toISOString()})`,
    })
    .where(and(eq(devices.id, tv.id), eq(devices.tokenHash, present)))
    .returning({ id: devices.id });
  return renewed ? token : null;
}

/** A TV whose stream is open, or why the stream ends. That it is on is noted by its calls. */
export async function checkStreamingTv(db: Database, id: string, now: Date): Promise<TvRow | 'unlinked' | 'suspended'> {
  const [found] = await db
    .select({ tv: devices, blockedAt: profiles.blockedAt, closedAt: profiles.closedAt })
    .from(devices)
    .innerJoin(profiles, eq(profiles.id, devices.profileId))
    .where(and(eq(devices.id, id), isNull(devices.unlinkedAt)));
  if (found && (found.blockedAt || found.closedAt)) return 'suspended';
  return found && found.tv.tokenMadeAt > daysBefore(now, TOKEN_DAYS) ? found.tv : 'unlinked';
}

import { asc, inArray, sql } from 'drizzle-orm';
import { type CodeProblem, readCode } from '#domain/vouchers/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { ledger } from '../advertising/schema.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { gather } from '../platform/gather.ts';
import { queueMails } from '../platform/mail.ts';
import { type Counters, networkOf, openCounters } from '../platform/throttle.ts';
import { vouchers } from './schema.ts';

export interface Redeemer {
  profileId: string;
  email: string;
  actor: Actor;
  ip: string;
}
interface Wish extends Redeemer {
  code: string;
}

type Written =
  | { bannerCount: number; balance: number }
  | { refused: 'VOUCHER_UNKNOWN' | 'VOUCHER_VOIDED' | 'VOUCHER_ACCOUNT_GONE' }
  | { refused: 'VOUCHER_USED'; mine: boolean };
export type Outcome =
  | Written
  | { refused: CodeProblem | 'VOUCHER_FAILED' }
  | { refused: 'VOUCHER_TOO_MANY_TRIES'; minutes: number };

/** A person mistypes a few times; a program that guesses is told to wait. Only codes that do not exist count as guesses. */
const GUESSES = {
  'voucher of person': { points: 10, seconds: 900 },
  'voucher from network': { points: 60, seconds: 900 },
} as const;
/** More in one transaction would make the first of them wait too long. */
const TOGETHER = 100;

interface Till {
  redeem: (wish: Wish) => Promise<Written>;
  guesses: Counters<keyof typeof GUESSES>;
}
const tills = new WeakMap<Edges, Till>();

/** Redeems a code as it was typed. Whoever has guessed too often is not told whether a code exists, not even a right one. */
export async function redeemVoucher(edges: Edges, who: Redeemer, typed: string): Promise<Outcome> {
  const read = readCode(typed);
  if ('problem' in read) return { refused: read.problem };
  const { redeem, guesses } = tillOf(edges);
  const keys = [
    ['voucher of person', who.profileId],
    ['voucher from network', networkOf(who.ip)],
  ] as const;
  const longest = async (ask: 'wait' | 'count') =>
    Math.max(...(await Promise.all(keys.map(([name, key]) => guesses[ask](name, key)))));
  const tooMany = (seconds: number) => ({
    refused: 'VOUCHER_TOO_MANY_TRIES' as const,
    minutes: Math.ceil(seconds / 60),
  });

  const wait = await longest('wait');
  if (wait > 0) return tooMany(wait);
  try {
    const outcome = await redeem({ ...who, code: read.code });
    if (!('refused' in outcome) || outcome.refused !== 'VOUCHER_UNKNOWN') return outcome;
    const seconds = await longest('count');
    return seconds > 0 ? tooMany(seconds) : outcome;
  } catch (error) {
    edges.log.error({ error, requestId: who.actor.requestId }, 'voucher not redeemed');
    return { refused: 'VOUCHER_FAILED' };
  }
}

/** In a rush, redemptions that arrive together are written together (docs/decisions/052). */
function tillOf(edges: Edges): Till {
  const known = tills.get(edges);
  if (known) return known;
  const till = {
    redeem: gather((wishes: Wish[]) => edges.db.transaction((tx) => redeemAll(tx, edges, wishes)), TOGETHER),
    guesses: openCounters(edges.db, GUESSES, { on: edges.config.rateLimits }),
  };
  tills.set(edges, till);
  return till;
}

/** Locks the codes and then the people, always in the same order; who came first gets the code, everybody a reason. */
async function redeemAll(tx: Tx, edges: Edges, wishes: Wish[]): Promise<Written[]> {
  const rows = await tx
    .select()
    .from(vouchers)
    .where(inArray(vouchers.code, [...new Set(wishes.map(({ code }) => code))]))
    .orderBy(asc(vouchers.code))
    .for('update');
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const unused = wishes.filter(({ code }) => isUnused(byCode.get(code)));
  const balances = unused.length === 0 ? new Map<string, number>() : await lockPeople(tx, unused);

  const now = edges.now();
  const taken: Taken[] = [];
  const outcomes = wishes.map((wish): Written => {
    const row = byCode.get(wish.code);
    if (!row) return { refused: 'VOUCHER_UNKNOWN' };
    if (row.used) return { refused: 'VOUCHER_USED', mine: row.redeemedBy === wish.profileId };
    if (row.voidedAt) return { refused: 'VOUCHER_VOIDED' };
    const before = balances.get(wish.profileId);
    if (before === undefined) return { refused: 'VOUCHER_ACCOUNT_GONE' };
    const balance = before + row.bannerCount;
    balances.set(wish.profileId, balance);
    byCode.set(wish.code, { ...row, used: true, redeemedBy: wish.profileId });
    taken.push({ wish, id: row.id, bannerCount: row.bannerCount, balance });
    return { bannerCount: row.bannerCount, balance };
  });
  if (taken.length > 0) await writeTaken(tx, edges, taken, now);
  return outcomes;
}

interface Taken {
  wish: Wish;
  id: number;
  bannerCount: number;
  balance: number;
}

const isUnused = (row: typeof vouchers.$inferSelect | undefined) => row !== undefined && !row.used && !row.voidedAt;

async function lockPeople(tx: Tx, wishes: Wish[]): Promise<Map<string, number>> {
  const people = await tx
    .select({ id: profiles.id, balance: profiles.bannerBalance })
    .from(profiles)
    .where(inArray(profiles.id, [...new Set(wishes.map(({ profileId }) => profileId))]))
    .orderBy(asc(profiles.id))
    .for('no key update');
  return new Map(people.map(({ id, balance }) => [id, balance]));
}

/** Used flag, ledger, audit and mail of each, together or not at all. */
async function writeTaken(tx: Tx, edges: Edges, taken: Taken[], now: Date): Promise<void> {
  const redeemers = sql.join(
    taken.map(({ wish, id }) => sql`(${id}::bigint, ${wish.profileId}::uuid)`),
    sql`, `,
  );
  await tx.execute(sql`
    update ${vouchers} set iskoriscen = true, profile_ref = t.profile_id, redeemed_at = ${now.toISOString()}::timestamptz
    from (values ${redeemers}) as t(id, profile_id) where ${vouchers.id} = t.id`);
  await tx.insert(ledger).values(
    taken.map(({ wish, bannerCount }) => ({
      profileId: wish.profileId,
      unit: 'banner' as const,
      delta: bannerCount,
      reason: 'voucher' as const,
      reference: wish.code,
      actor: wish.actor.id,
    })),
  );
  await record(
    tx,
    taken[0]!.wish.actor,
    taken.map(({ wish, id, bannerCount }) => ({
      action: 'vouchers.redeemed',
      on: { kind: 'voucher', id: String(id) },
      after: { code: wish.code, bannerCount, by: wish.email },
      by: wish.actor,
    })),
  );
  await queueMails(
    tx,
    edges.queue,
    taken.map(({ wish, bannerCount, balance }) => ({
      to: wish.email,
      template: 'vouchers.redeemed' as const,
      props: { code: wish.code, at: now.toISOString(), bannerCount, balance },
      onceKey: `vouchers.redeemed:${wish.code}`,
    })),
  );
}

import { sql } from 'drizzle-orm';
import { type CodeProblem, readCode } from '#domain/vouchers/rules.ts';
import type { Edges } from '../app.ts';
import type { Actor } from '../platform/audit.ts';
import { gather } from '../platform/gather.ts';
import { oneForEach } from '../platform/one-for-each.ts';
import { jobsFor } from '../platform/queue.ts';
import { networkOf, openCounters } from '../platform/throttle.ts';

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

/** Redeems a code as it was typed. Whoever has guessed too often is not told whether a code exists, not even a right one. */
export async function redeemVoucher(edges: Edges, who: Redeemer, typed: string): Promise<Outcome> {
  const read = readCode(typed);
  if ('problem' in read) return { refused: read.problem };
  const { redeem, guesses } = tillOf(edges);
  const keys = [
    ['voucher of person', who.profileId],
    ['voucher from network', networkOf(who.ip)],
  ] as const;
  const tooMany = (seconds: number) => ({
    refused: 'VOUCHER_TOO_MANY_TRIES' as const,
    minutes: Math.ceil(seconds / 60),
  });

  const wait = Math.max(...(await Promise.all(keys.map(([name, key]) => guesses.wait(name, key)))));
  if (wait > 0) return tooMany(wait);
  try {
    const outcome = await redeem({ ...who, code: read.code });
    if (!('refused' in outcome) || outcome.refused !== 'VOUCHER_UNKNOWN') return outcome;
    for (const [name, key] of keys) {
      const seconds = await guesses.count(name, key);
      // Who is refused has learned nothing, so it is no guess of the network's: one guesser does not stop an office.
      if (seconds > 0) return tooMany(seconds);
    }
    return outcome;
  } catch (error) {
    edges.log.error({ error, requestId: who.actor.requestId }, 'voucher not redeemed');
    return { refused: 'VOUCHER_FAILED' };
  }
}

/** In a rush, redemptions that arrive together are written together (docs/decisions/052). A statement is a transaction by itself. */
const tillOf = oneForEach((edges: Edges) => ({
  redeem: gather((wishes: Wish[]) => redeemAll(edges, wishes)),
  guesses: openCounters(edges.db, GUESSES, { on: edges.config.rateLimits }),
}));

/**
 * Redeems what can be and says to everybody what became of it. One statement, because a rush goes through it: it locks the
 * codes and then the people, always in the same order, so that who came first gets the code; used flag, ledger, audit entry
 * and mail are written by it together, and the balance moves with the ledger.
 */
async function redeemAll({ db, now }: Edges, wishes: Wish[]): Promise<Written[]> {
  const at = now().toISOString();
  const rows = await db.execute<Row>(sql`
    with wish as (
      select w.* from jsonb_to_recordset(${JSON.stringify(wishes.map(columnsOf))}::text::jsonb) as w(
        n int, code numeric, profile_id uuid, email text, actor text, actor_email text, ip text, request_id uuid)
    ),
    codes as materialized (
      select * from vaucerkod where kod = any(${arrayOf(wishes.map(({ code }) => code))}::numeric[]) order by kod for update
    ),
    people as materialized (
      select id, l_banners from profiles
      where id = any(${arrayOf(wishes.map(({ profileId }) => profileId))}::uuid[])
        and id in (select w.profile_id from wish w join codes c on c.kod = w.code and not c.iskoriscen and c.voided_at is null)
      order by id for no key update
    ),
    winner as (
      select distinct on (w.code) w.*, c.id, c.kol_lbanera
      from wish w join codes c on c.kod = w.code and not c.iskoriscen and c.voided_at is null join people p on p.id = w.profile_id
      order by w.code, w.n
    ),
    taken as (
      update vaucerkod v set iskoriscen = true, profile_ref = w.profile_id, redeemed_at = ${at}::timestamptz
      from winner w where v.id = w.id
      returning v.id
    ),
    told as (
      select w.*, p.l_banners + sum(w.kol_lbanera) over (partition by w.profile_id order by w.n) as balance
      from winner w join taken t on t.id = w.id join people p on p.id = w.profile_id
    ),
    entered as (
      insert into ledger (profile_id, unit, delta, reason, reference, actor)
      select profile_id, 'banner', kol_lbanera, 'voucher', code::text, actor from told order by profile_id, n
    ),
    noted as (
      insert into audit_log (actor, actor_email, ip, request_id, action, subject_kind, subject_id, after)
      select actor, actor_email, ip, request_id, 'vouchers.redeemed', 'voucher', id::text,
             jsonb_build_object('code', code::text, 'bannerCount', kol_lbanera, 'by', email)
      from told
    ),
    letter as (
      insert into mails ("to", template, props, once_key)
      select email, 'vouchers.redeemed',
             jsonb_build_object('code', code::text, 'at', ${at}::text, 'bannerCount', kol_lbanera, 'balance', balance),
             'vouchers.redeemed:' || code
      from told
      returning id
    ),
    job as (${jobsFor('mail.send', sql`select jsonb_build_object('mailId', id) as data from letter`)})
    select
      case
        when c.id is null then 'VOUCHER_UNKNOWN'
        when t.n = w.n then 'taken'
        when c.iskoriscen or t.n is not null then 'VOUCHER_USED'
        when c.voided_at is not null then 'VOUCHER_VOIDED'
        else 'VOUCHER_ACCOUNT_GONE'
      end as outcome,
      coalesce(t.profile_id, c.profile_ref) is not distinct from w.profile_id as mine,
      t.kol_lbanera as "bannerCount",
      t.balance::float8 as balance
    from wish w
    left join codes c on c.kod = w.code
    left join told t on t.code = w.code
    order by w.n`);
  return rows.map(({ outcome, mine, bannerCount, balance }) => {
    if (outcome === 'taken') return { bannerCount: bannerCount!, balance: balance! };
    return outcome === 'VOUCHER_USED' ? { refused: outcome, mine } : { refused: outcome };
  });
}

interface Row extends Record<string, unknown> {
  outcome: 'taken' | 'VOUCHER_UNKNOWN' | 'VOUCHER_USED' | 'VOUCHER_VOIDED' | 'VOUCHER_ACCOUNT_GONE';
  mine: boolean;
  bannerCount: number | null;
  balance: number | null;
}

/** As PostgreSQL reads it; with it the planner knows that a few rows are looked for, by their index. */
const arrayOf = (words: string[]) => `{${words.join(',')}}`;

const columnsOf = ({ profileId, email, actor, code }: Wish, n: number) => ({
  n,
  code,
  profile_id: profileId,
  email,
  actor: actor.id,
  actor_email: actor.email ?? null,
  ip: actor.ip ?? null,
  request_id: actor.requestId ?? null,
});

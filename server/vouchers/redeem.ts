import { ORPCError } from '@orpc/contract';
import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { parseVoucherCode } from '#domain/vouchers/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { ledger } from '../advertising/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitsOf } from '../limits.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { vouchers } from './schema.ts';

export interface Redeemer {
  profileId: string;
  email: string;
  actor: Actor;
  ip: string;
}

export interface Redeemed {
  bannerCount: number;
  balance: number;
}

/** Only codes that do not exist count as guesses: a person mistypes a few times. */
const GUESSES = ['voucher codes', 'voucher codes from a network'] as const;

/** Redeems a code as it was typed. Whoever has guessed too often does not learn whether a code exists, not even a right one. */
export async function redeemVoucher(deps: Dependencies, who: Redeemer, typed: string): Promise<Redeemed> {
  const read = parseVoucherCode(typed);
  if ('problem' in read) throw refuse(read.problem);
  const limits = limitsOf(deps, 'vouchers.redeem', { ip: who.ip, person: who.profileId });
  const wait = Math.max(...(await Promise.all(GUESSES.map((name) => limits.wait(name)))));
  if (wait > 0) throw tooManyTries(wait);
  try {
    return await redeemCode(deps, who, read.code);
  } catch (error) {
    if (!(error instanceof ORPCError && error.code === 'VOUCHER_UNKNOWN')) throw error;
    for (const name of GUESSES) {
      const seconds = await limits.tryConsume(name);
      // Who is refused has learned nothing, so it is no guess of the network's: one guesser does not stop an office.
      if (seconds > 0) throw tooManyTries(seconds);
    }
    throw error;
  }
}

const tooManyTries = (seconds: number) => refuse('VOUCHER_TOO_MANY_TRIES', { minutes: Math.ceil(seconds / 60) });

/**
 * Locks the code and then the person, so that who comes first gets the code. Used flag, ledger, audit entry and mail are
 * written together, and a trigger moves the balance with the ledger.
 */
async function redeemCode(deps: Dependencies, { profileId, email, actor }: Redeemer, code: string): Promise<Redeemed> {
  const unlocked = await voucherOf(deps.db, code);
  // Most of many people who enter one code come too late: they hold no lock and no connection while they learn it.
  if (!unlocked || isOver(unlocked)) throw refusalFor(unlocked, profileId);
  return deps.db.transaction(async (tx) => {
    const voucher = await voucherOf(tx, code, 'update');
    if (!voucher || isOver(voucher)) throw refusalFor(voucher, profileId);
    const [person] = await tx
      .select({ balance: profiles.bannerBalance, closedAt: profiles.closedAt, blockedAt: profiles.blockedAt })
      .from(profiles)
      .where(eq(profiles.id, profileId))
      .for('no key update');
    // Closed or blocked since the request began: the code is not spent into an account that nobody enters.
    if (!person || person.closedAt || person.blockedAt) throw refuse('VOUCHER_ACCOUNT_GONE');
    const { id, bannerCount } = voucher;
    const balance = person.balance + bannerCount;
    const redeemedAt = deps.now();
    await tx.update(vouchers).set({ used: true, redeemedBy: profileId, redeemedAt }).where(eq(vouchers.id, id));
    await tx
      .insert(ledger)
      .values({ profileId, unit: 'banner', delta: bannerCount, reason: 'voucher', reference: code, actor: actor.id });
    await record(tx, actor, {
      action: 'vouchers.redeemed',
      on: { kind: 'voucher', id: String(id) },
      after: { code, bannerCount },
    });
    await queueMail(tx, deps.queue, {
      to: email,
      profileId,
      template: 'vouchers.redeemed',
      props: { code, at: redeemedAt.toISOString(), bannerCount, balance },
      idempotencyKey: `vouchers.redeemed:${code}`,
    });
    return { bannerCount, balance };
  });
}

type Voucher = typeof vouchers.$inferSelect;

async function voucherOf(db: DatabaseOrTransaction, code: string, lock?: 'update'): Promise<Voucher | null> {
  const query = db.select().from(vouchers).where(eq(vouchers.code, code));
  const [row] = await (lock ? query.for(lock) : query);
  return row ?? null;
}

const isOver = ({ used, voidedAt }: Voucher): boolean => used || voidedAt !== null;

function refusalFor(voucher: Voucher | null, profileId: string) {
  if (!voucher) return refuse('VOUCHER_UNKNOWN');
  if (!voucher.used) return refuse('VOUCHER_VOIDED');
  const mine = voucher.redeemedBy === profileId;
  return refuse('VOUCHER_USED', mine ? { mine, bannerCount: voucher.bannerCount } : { mine });
}

import { createHmac } from 'node:crypto';
import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { CallLimits } from '../../limits.ts';
import type { Tx } from '../../platform/db.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import type { AuthRequest } from '../request.ts';
import { knownNetworks, mfaFactors, users } from '../schema.ts';

/** Days for which a network counts as known after the account was last entered from it. */
export const KNOWN_DAYS = 90;

type Whose = { email: string } | { userId: string };

/** The account was entered: its network is known from now on. An account with a second step is entered by taking it. */
export async function rememberNetwork(
  tx: Tx,
  { deps, ip }: AuthRequest,
  userId: string,
  { secondStepTaken }: { secondStepTaken: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into ${knownNetworks} (user_id, network, entered_at)
    select ${userId}::uuid, ${fingerprintOf(deps, ip)}::bytea, ${deps.now().toISOString()}::timestamptz
    where ${secondStepTaken}::boolean
      or not exists (select 1 from ${mfaFactors} where user_id = ${userId}::uuid and status = 'verified')
    on conflict (user_id, network) do update set entered_at = excluded.entered_at`);
}

interface Spared {
  /** What is mailed belongs to whoever reads the mailbox: the account's networks are theirs only once that is proven. */
  onlyProven?: boolean;
}

/** Whether that account was entered from the network of this address before; an unknown address is asked for alike. */
export async function isKnownNetwork(
  deps: Dependencies,
  ip: string,
  whose: Whose,
  { onlyProven = false }: Spared = {},
): Promise<boolean> {
  const since = new Date(deps.now().getTime() - KNOWN_DAYS * DAY_MS);
  const [found] = await deps.db
    .select({ userId: knownNetworks.userId })
    .from(knownNetworks)
    .innerJoin(users, eq(users.id, knownNetworks.userId))
    .where(
      and(
        'email' in whose ? eq(users.email, whose.email) : eq(users.id, whose.userId),
        eq(knownNetworks.network, fingerprintOf(deps, ip)),
        gt(knownNetworks.enteredAt, since),
        onlyProven ? or(isNotNull(users.mailboxProvenAt), isNotNull(users.provisionedAt)) : undefined,
      ),
    );
  return found !== undefined;
}

/**
 * The limits of this call now that it is clear whose account it is about: one that knows this network is not held up by
 * what others did elsewhere. Everybody else is counted with the wider networks, too.
 */
export async function limitsFor(
  { limits, deps, ip }: Pick<AuthRequest, 'limits' | 'deps' | 'ip'>,
  whose: Whose,
  spared: Spared = {},
): Promise<CallLimits> {
  if (!limits.spareKnown) return limits;
  const known = await isKnownNetwork(deps, ip, whose, spared);
  if (!known) await limits.consumeForWiderNetworks();
  return limits.as({ known });
}

const fingerprintOf = ({ tokens }: Dependencies, ip: string): Buffer =>
  createHmac('sha256', tokens.deriveKey('known-network')).update(networkOf(ip)).digest();

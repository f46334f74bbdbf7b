import type { CallRule } from '#domain/call-rule.ts';
import { CALLS, type CallName } from '#domain/calls.ts';
import { LIMITS, type Limit, type LimitName, type LimitScope } from '#domain/limits.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from './dependencies.ts';
import { type Caller, type CountedNetworks, openLimiter } from './platform/limits/limiter.ts';
import { perInstance } from './platform/per-instance.ts';

/** One for each server: who is far over a limit is remembered in it. */
export const limiterOf = perInstance(({ db, config }: Dependencies) => openLimiter(db, { on: config.rateLimits }));

/** The limits of one call, for whoever makes it; a handler may count only by names that stand in the call's row. */
export interface CallLimits {
  /** Some of them spare networks known to the account. */
  spareKnown: boolean;
  /** This network is one. */
  known: boolean;
  /** Counts the call before it is looked at; where known networks are spared, only for exactly this network. */
  consumeForNetwork(): Promise<void>;
  /** The rest of it, once it is clear that the account does not know this network. */
  consumeForWiderNetworks(): Promise<void>;
  /** Counts the call for the person and session that make it. */
  consumeForPerson(): Promise<void>;
  /** Counts one attempt; throws the refusal when there were too many. */
  consume(name: LimitName, typed?: string): Promise<void>;
  /** Counts one attempt; answers with the seconds to wait, 0 when it is allowed. */
  tryConsume(name: LimitName, typed?: string): Promise<number>;
  /** Seconds until the next attempt, 0 when one is allowed; counts nothing. */
  wait(name: LimitName, typed?: string): Promise<number>;
  /** Forgets the attempts: the right word was given. */
  reset(name: LimitName, typed?: string): Promise<void>;
  /** The same limits when more is known of the caller. */
  as(more: Partial<Caller>): CallLimits;
}

export function limitsOf(
  deps: Dependencies,
  call: CallName,
  caller: Caller,
  refusal: (name: LimitName, seconds: number) => Error = tooMany,
): CallLimits {
  const { limits = [] }: CallRule = CALLS[call];
  const limiter = limiterOf(deps);
  const ofCalls = limits.filter((name) => LIMITS[name].counts === 'calls');
  const named = (name: LimitName) => {
    if (!limits.includes(name)) throw new Error(`"${call}" has no limit "${name}" in the table of calls.`);
    return name;
  };
  const consume = async (name: LimitName, who: Caller, which?: CountedNetworks) => {
    const seconds = await limiter.tryConsume(named(name), who, which);
    if (seconds > 0) throw refusal(name, seconds);
  };
  return {
    spareKnown: deps.config.rateLimits && limits.some(sparesKnown),
    known: caller.known === true,
    async consumeForNetwork() {
      for (const name of ofCalls)
        if (!isPersonal(name)) await consume(name, caller, sparesKnown(name) ? 'own network' : 'all');
    },
    async consumeForWiderNetworks() {
      for (const name of ofCalls) if (sparesKnown(name)) await consume(name, caller, 'wider networks');
    },
    async consumeForPerson() {
      for (const name of ofCalls) if (isPersonal(name)) await consume(name, caller);
    },
    consume: (name, typed) => consume(name, { ...caller, typed }),
    tryConsume: (name, typed) => limiter.tryConsume(named(name), { ...caller, typed }),
    wait: (name, typed) => limiter.wait(named(name), { ...caller, typed }),
    reset: (name, typed) => limiter.reset(named(name), { ...caller, typed }),
    as: (more) => limitsOf(deps, call, { ...caller, ...more }, refusal),
  };
}

const sparesKnown = (name: LimitName) => (LIMITS[name] as Limit).sparesKnown === true;
const isPersonal = (name: LimitName) =>
  LIMITS[name].per.some((part: LimitScope) => part === 'person' || part === 'session');

const tooMany = (_name: LimitName, seconds: number) => refuse('TOO_MANY_REQUESTS', { seconds });

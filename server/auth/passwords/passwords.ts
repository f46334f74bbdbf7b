import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { normalisePassword } from '#domain/auth/password.ts';

/** Thrown when too many hashes are waiting: the server would rather say "busy" than grow without bound. */
export class PasswordsBusy extends Error {}

export interface Passwords {
  /** An argon2id hash in PHC form. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password fits. Without a hash (an unknown address) it does the same work on a dummy and refuses, so that
   * the answer's time reveals nothing about who has an account.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** True when the hash was made with other costs than today's; the next sign-in replaces it. */
  isOutdated(stored: string): boolean;
}

/** KiB and passes. 32 MiB three times over is about 40 ms of one core: above OWASP's floor, bearable on two cores. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}
export const PASSWORD_COST: PasswordCost = { memoryCost: 32_768, timeCost: 3 };

/** At most `running` hashes at once (each takes `memoryCost`), and at most `waiting` behind them: about two seconds. */
export function openPasswords({
  cost = PASSWORD_COST,
  running = Math.min(availableParallelism(), 4),
  waiting = 100,
}: {
  cost?: PasswordCost;
  running?: number;
  waiting?: number;
} = {}): Passwords {
  const options = { ...cost, parallelism: 1 };
  const dummy = hash('no account has this password', options);
  const limit = pLimit(running);
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount >= running && limit.pendingCount >= waiting) throw new PasswordsBusy();
    return limit(work);
  };

  return {
    hash: (password) => limited(() => hash(normalisePassword(password), options)),
    async verify(stored, password) {
      const fits = await limited(async () => verify(stored ?? (await dummy), normalisePassword(password)));
      return stored !== null && fits;
    },
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored);
      return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== options.parallelism;
    },
  };
}

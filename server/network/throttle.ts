import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A person tries a few codes; a program that tries many is told to wait. Counted in each server process. */
const LOOKUPS = { points: 30, duration: 300 };

/** Counts a lookup from that address; answers with the minutes to wait, 0 when it may go on. */
export function lookupThrottle(): (ip: string) => Promise<number> {
  const limiter = new RateLimiterMemory(LOOKUPS);
  return async (ip) => {
    try {
      await limiter.consume(ip);
      return 0;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 60_000));
      throw reason;
    }
  };
}

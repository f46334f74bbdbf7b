import { MINUTE_MS } from '#domain/day.ts';

/** What this process answered lately. Fixed in size, whatever comes. */
export interface RecentRequests {
  add(ms: number, status: number, isStream: boolean): void;
  read(): RecentFigures;
}

export interface RecentFigures {
  perMinute: number;
  /** Requests of the last five minutes by how long they took, `[bucket, count]`; streams are left out. */
  times: [bucket: number, count: number][];
  /** Answers 5xx of the last hour. */
  errors: number;
  lastErrorAt: Date | null;
}

/** Slots of one minute; the oldest is overwritten. */
const MINUTES = 60;
/** Minutes that times are kept for. */
const TIMES_MINUTES = 5;
/** Each bucket ends a tenth later than the one before; the first holds everything up to a millisecond. */
const STEP = Math.log(1.1);
const BUCKETS = 120;

const bucketOf = (ms: number): number => Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log(ms) / STEP)));
const upperBound = (bucket: number): number => Math.exp(bucket * STEP);

export function recentRequests(now: () => number = Date.now): RecentRequests {
  const slots = Array.from({ length: MINUTES }, () => ({
    minute: -1,
    count: 0,
    errors: 0,
    times: new Uint32Array(BUCKETS),
  }));
  let lastErrorAt: Date | null = null;

  function slotAt(minute: number) {
    const slot = slots[minute % MINUTES]!;
    if (slot.minute !== minute) {
      Object.assign(slot, { minute, count: 0, errors: 0 });
      slot.times.fill(0);
    }
    return slot;
  }
  const since = (minutes: number, minute: number) => slots.filter((slot) => slot.minute > minute - minutes);

  return {
    add(ms, status, isStream) {
      const at = now();
      const slot = slotAt(Math.floor(at / MINUTE_MS));
      slot.count += 1;
      if (status >= 500) {
        slot.errors += 1;
        lastErrorAt = new Date(at);
      }
      if (!isStream) slot.times[bucketOf(ms)]! += 1;
    },
    read() {
      const at = now();
      const minute = Math.floor(at / MINUTE_MS);
      const lately = since(TIMES_MINUTES, minute);
      const times: RecentFigures['times'] = [];
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        const count = lately.reduce((sum, slot) => sum + slot.times[bucket]!, 0);
        if (count > 0) times.push([bucket, count]);
      }
      const errors = since(MINUTES, minute).reduce((sum, slot) => sum + slot.errors, 0);
      const before = slots.find((slot) => slot.minute === minute - 1)?.count ?? 0;
      return { perMinute: before, times, errors, lastErrorAt: errors > 0 ? lastErrorAt : null };
    },
  };
}

/** Milliseconds within which so many of the requests of all these processes were answered, a tenth too much at most. */
export function quantile(all: readonly RecentFigures['times'][], part: number): number | null {
  const counts = new Map<number, number>();
  for (const [bucket, count] of all.flat()) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * part) return upperBound(bucket);
  }
  return null;
}

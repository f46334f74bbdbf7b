import pLimit, { type LimitFunction } from 'p-limit';
import type { Dependencies } from '../../../dependencies.ts';
import type { AskedGauge } from '../../../platform/log/metrics.ts';
import { FACTS_OF } from '../facts.ts';

/** Reads at once: a reader takes one connection, however many numbers it asks for. */
const AT_ONCE = 1;

export const SHOP = 'Of the whole shop.';
export const THIS = 'Of this process.';

type Readings = Awaited<ReturnType<AskedGauge['read']>>;
type Part = keyof typeof FACTS_OF;

/** Reads the numbers for one scrape, each part of `/admin/system` once. */
export interface GaugeReader {
  deps: Dependencies;
  limit: LimitFunction;
  read: <P extends Part>(part: P) => ReturnType<(typeof FACTS_OF)[P]>;
  /** One number, or one for each of several. */
  of: <P extends Part>(
    part: P,
    say: (facts: Awaited<ReturnType<(typeof FACTS_OF)[P]>>) => Readings,
  ) => Pick<AskedGauge, 'read'>;
}

export function openGaugeReader(deps: Dependencies, freshMs: number): GaugeReader {
  const limit = pLimit(AT_ONCE);
  const read = cached(deps, limit, freshMs);
  return { deps, limit, read, of: (part, say) => ({ read: async () => say(await read(part)) }) };
}

export const one = (value: number): Readings => [{ value }];
export const moment = (at: Date | null): Readings => (at ? one(Math.floor(at.getTime() / 1000)) : []);

function cached(deps: Dependencies, limit: LimitFunction, freshMs: number) {
  const read = new Map<Part, { at: number; facts: Promise<unknown> }>();
  return <P extends Part>(part: P) => {
    const known = read.get(part);
    const facts = known && Date.now() - known.at < freshMs ? known.facts : limit(() => FACTS_OF[part](deps));
    if (facts !== known?.facts) read.set(part, { at: Date.now(), facts });
    return facts as ReturnType<(typeof FACTS_OF)[P]>;
  };
}

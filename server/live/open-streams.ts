import { STREAMS } from '#domain/limits.ts';
import { refuse } from '#domain/refuse.ts';
import type { Context } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { networksOf } from '../platform/limits/networks.ts';
import { perInstance } from '../platform/per-instance.ts';

/** How many streams this process holds open, by whatever they are counted by. */
const openIn = perInstance((_: Dependencies) => new Map<string, number>());

/** Seconds after which one that is refused may try again. */
const TRY_AGAIN = 30;

/** A TV that waits is counted by its number, and one that is linked by itself. */
type CountedBy = { waitingTv: number } | { linkedTv: string } | { session: string };

/**
 * Opens a live stream and counts it until it ends or its client is gone: per TV or session, per network, and in all; of a linked TV its
 * own alone, so that TVs, however many, take none from people and from those that wait. Where too many are open already it is 503, before
 * the stream begins.
 */
export function openStream<Event>(
  { deps, ip }: Pick<Context, 'deps' | 'ip'>,
  by: CountedBy,
  signal: AbortSignal,
  events: () => AsyncGenerator<Event>,
): AsyncGenerator<Event> {
  if (!deps.config.rateLimits) return events();
  const open = openIn(deps);
  const counted = new Map(countersOf(by, ip));
  for (const [key, most] of counted)
    if ((open.get(key) ?? 0) >= most) throw refuse('SERVICE_UNAVAILABLE', { seconds: TRY_AGAIN });

  for (const key of counted.keys()) open.set(key, (open.get(key) ?? 0) + 1);
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    for (const key of counted.keys()) {
      const left = open.get(key)! - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  };
  // A client that leaves before the first event never starts the generator, so its end would not be noticed there.
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
  return (async function* () {
    try {
      yield* events();
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  })();
}

function countersOf(by: CountedBy, ip: string): [string, number][] {
  if ('linkedTv' in by) return [[`linked TV ${by.linkedTv}`, STREAMS['linked TV']]];
  return [
    'waitingTv' in by
      ? [`waiting TV ${by.waitingTv}`, STREAMS['waiting TV']]
      : [`session ${by.session}`, STREAMS.session],
    ...networksOf(ip).map(({ name, times }): [string, number] => [`network ${name}`, STREAMS.network * times]),
    ['everybody', STREAMS.everybody],
  ];
}

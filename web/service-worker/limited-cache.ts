import { DAY_MS } from '#domain/day.ts';

/** A cache with limits: nothing is kept longer than `days`, and never more than `megabytes` in all. */
export interface LimitedCache {
  name: string;
  days: number;
  megabytes: number;
}

const STORED_AT = 'x-kept-at';

/** The key of a page or file: its address without query and fragment, which do not change what is stored. */
export function addressWithoutQuery(request: Request | string): string {
  const url = new URL(typeof request === 'string' ? request : request.url, self.location.origin);
  return url.origin + url.pathname;
}

/** The stored answer, unless it is older than `days`; with `spare`, unless it has fewer days left than that. */
export async function findFresh(
  { name, days }: LimitedCache,
  address: string,
  spare = 0,
): Promise<Response | undefined> {
  const found = await (await caches.open(name)).match(address);
  return found && Date.now() - storedAt(found) < (days - spare) * DAY_MS ? found : undefined;
}

/** Stores a complete, public answer and ignores any other. Never throws: a full disk must not cost the reader a page. */
export async function store(limits: LimitedCache, address: string, answer: Response): Promise<void> {
  if (!isPublic(answer)) return void answer.body?.cancel();
  try {
    const headers = new Headers(answer.headers);
    headers.set(STORED_AT, String(Date.now()));
    const cache = await caches.open(limits.name);
    await cache.put(address, new Response(answer.body, { headers }));
    await evict(limits);
  } catch (error) {
    console.warn('not kept', address, error);
  }
}

function isPublic(answer: Response): boolean {
  const control = answer.headers.get('cache-control') ?? '';
  return answer.status === 200 && !answer.redirected && answer.type !== 'opaque' && !/no-store|private/.test(control);
}

/** Deletes what is too old, then the oldest until the rest fits. */
export async function evict({ name, days, megabytes }: LimitedCache): Promise<void> {
  const cache = await caches.open(name);
  const kept = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const answer = await cache.match(request);
      const size = answer ? Number(answer.headers.get('content-length')) || (await answer.blob()).size : 0;
      return { request, size, at: answer ? storedAt(answer) : 0 };
    }),
  );
  let room = megabytes * 1_000_000;
  for (const { request, size, at } of kept.sort((a, b) => b.at - a.at)) {
    room -= size;
    if (room < 0 || Date.now() - at > days * DAY_MS) await cache.delete(request);
  }
}

const storedAt = (answer: Response): number => Number(answer.headers.get(STORED_AT) ?? 0);

/** A cache with limits: nothing is kept longer than `days`, and never more than `megabytes` in all. */
export interface Shelf {
  name: string;
  days: number;
  megabytes: number;
}

const KEPT_AT = 'x-kept-at';

/** Where a page or file is kept: its address without question and anchor, which change nothing in what we keep. */
export function addressOf(request: Request | string): string {
  const url = new URL(typeof request === 'string' ? request : request.url, self.location.origin);
  return url.origin + url.pathname;
}

/** What is kept, unless it has grown too old. */
export async function find({ name, days }: Shelf, address: string): Promise<Response | undefined> {
  const found = await (await caches.open(name)).match(address);
  return found && Date.now() - keptAt(found) < days * 86_400_000 ? found : undefined;
}

/** Keeps a whole, public answer; anything else is left alone. Never throws: a full disk must not cost the reader a page. */
export async function keep(shelf: Shelf, address: string, answer: Response): Promise<void> {
  if (!isPublic(answer)) return void answer.body?.cancel();
  try {
    const headers = new Headers(answer.headers);
    headers.set(KEPT_AT, String(Date.now()));
    const cache = await caches.open(shelf.name);
    await cache.put(address, new Response(answer.body, { headers }));
    await tidy(shelf);
  } catch (error) {
    console.warn('not kept', address, error);
  }
}

function isPublic(answer: Response): boolean {
  const control = answer.headers.get('cache-control') ?? '';
  return answer.status === 200 && !answer.redirected && answer.type !== 'opaque' && !/no-store|private/.test(control);
}

/** Throws away what is too old, then the oldest until the rest fits. */
export async function tidy({ name, days, megabytes }: Shelf): Promise<void> {
  const cache = await caches.open(name);
  const kept = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const answer = await cache.match(request);
      const size = answer ? Number(answer.headers.get('content-length')) || (await answer.blob()).size : 0;
      return { request, size, at: answer ? keptAt(answer) : 0 };
    }),
  );
  let room = megabytes * 1_000_000;
  for (const { request, size, at } of kept.sort((a, b) => b.at - a.at)) {
    room -= size;
    if (room < 0 || Date.now() - at > days * 86_400_000) await cache.delete(request);
  }
}

const keptAt = (answer: Response): number => Number(answer.headers.get(KEPT_AT) ?? 0);

import { tvToken } from '../tv-client.ts';
import type { TvLease } from './view.ts';

const CACHE = 'vidik.tv';
/** Of one file, and of all together; what is shown first goes in first. Bytes. */
const LARGEST = 60_000_000;
const MOST_BYTES = 600_000_000;
const ARRIVES = 5 * 60_000;

const addressOf = (sha256: string) => `/tv-media/${sha256}`;
const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('');

/**
 * Pictures and films of the leases at hand, kept by their hash; what no lease needs is forgotten. `gone` hears of those that will never come.
 */
export function createTvMedia(signal: AbortSignal, gone: (lease: TvLease) => void) {
  const here = new Map<string, { url: string; bytes: number }>();
  let wanted: readonly TvLease[] = [];
  let isWorking = false;
  const isWanted = (file: string) => wanted.some(({ sha256 }) => sha256 === file);
  /** Not on an address that the browser does not trust. */
  const open = () => globalThis.caches?.open(CACHE).catch(() => undefined);

  async function fetchOne(lease: TvLease & { sha256: string }): Promise<void> {
    const { creative, sha256 } = lease;
    const cache = await open();
    // What the disk does not give back is fetched again.
    let blob = await cache
      ?.match(addressOf(sha256))
      .then((kept) => kept?.blob())
      .catch(() => undefined);
    if (!blob) {
      const answer = await fetch(`/api/tv/media/${creative}`, {
        headers: { authorization: `Bearer ${tvToken.get()}` },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ARRIVES)]),
      });
      const isTooLarge = Number(answer.headers.get('content-length')) > LARGEST;
      if (answer.status === 404 || isTooLarge) {
        await answer.body?.cancel();
        return gone(lease);
      }
      if (!answer.ok) return;
      blob = await answer.blob();
      if (hex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())) !== sha256) return;
      // It may have been taken down while it was on its way.
      if (!isWanted(sha256)) return;
      await cache
        ?.put(addressOf(sha256), new Response(blob, { headers: { 'content-type': blob.type } }))
        .catch(() => {});
    }
    here.set(sha256, { url: URL.createObjectURL(blob), bytes: blob.size });
  }

  async function forgetOthers(): Promise<void> {
    const needed = new Set(wanted.map(({ sha256 }) => sha256));
    for (const [sha256, { url }] of here)
      if (!needed.has(sha256)) {
        URL.revokeObjectURL(url);
        here.delete(sha256);
      }
    const cache = await open();
    for (const { url } of (await cache?.keys().catch(() => [])) ?? [])
      if (!needed.has(new URL(url).pathname.replace(addressOf(''), ''))) await cache?.delete(url).catch(() => {});
  }

  async function work(): Promise<void> {
    await forgetOthers();
    const missing = new Map(wanted.flatMap((lease) => (lease.sha256 ? [[lease.sha256, lease] as const] : [])));
    for (const [sha256, lease] of missing) {
      if (here.has(sha256) || !isWanted(sha256)) continue;
      const held = [...here.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      if (signal.aborted || held > MOST_BYTES - LARGEST) return;
      await fetchOne({ ...lease, sha256 }).catch(() => {});
    }
  }

  return {
    /** The address of a lease's file once it is here and whole. */
    addressOf: ({ sha256 }: Pick<TvLease, 'sha256'>): string | null => (sha256 && here.get(sha256)?.url) || null,

    /** Fetches what is missing for these leases, one after the other, and forgets the rest, also while a file is on its way. */
    async keep(leases: readonly TvLease[]): Promise<void> {
      wanted = leases;
      for (const lease of leases) if (lease.sha256 === null) gone(lease);
      if (isWorking) return forgetOthers().catch(() => {});
      isWorking = true;
      await work().catch(() => {});
      isWorking = false;
    },
    close() {
      for (const { url } of here.values()) URL.revokeObjectURL(url);
      here.clear();
    },
  };
}
export type Media = ReturnType<typeof createTvMedia>;

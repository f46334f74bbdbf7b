import type { Lease } from '#domain/playout/contract.ts';
import { tvToken } from '../tv-client.ts';

const CACHE = 'vidik.tv';
const addressOf = (sha256: string) => `/tv-media/${sha256}`;

const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('');

/** Pictures of the leases at hand, kept by their hash; what no lease needs is forgotten. */
export function tvMedia() {
  const shown = new Map<string, string>();

  async function fetchOne({ creative, sha256 }: Pick<Lease, 'creative' | 'sha256'>): Promise<void> {
    if (sha256 === null || shown.has(sha256)) return;
    const cache = await caches.open(CACHE);
    let blob = await (await cache.match(addressOf(sha256)))?.blob();
    if (!blob) {
      const response = await fetch(`/api/tv/media/${creative}`, {
        headers: { authorization: `Bearer ${tvToken.get()}` },
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) return;
      blob = await response.blob();
      if (hex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())) !== sha256) return;
      await cache.put(addressOf(sha256), new Response(blob));
    }
    shown.set(sha256, URL.createObjectURL(blob));
  }

  return {
    /** The picture of a lease once it is here and whole. */
    pictureOf: ({ sha256 }: Pick<Lease, 'sha256'>): string | null => (sha256 && shown.get(sha256)) ?? null,

    async keep(leases: readonly Pick<Lease, 'creative' | 'sha256'>[]): Promise<void> {
      const wanted = new Set(leases.map(({ sha256 }) => sha256));
      for (const [sha256, address] of shown)
        if (!wanted.has(sha256)) {
          URL.revokeObjectURL(address);
          shown.delete(sha256);
        }
      const cache = await caches.open(CACHE);
      for (const { url } of await cache.keys())
        if (!wanted.has(new URL(url).pathname.replace('/tv-media/', ''))) await cache.delete(url);
      for (const lease of leases) await fetchOne(lease).catch(() => {});
    },
  };
}

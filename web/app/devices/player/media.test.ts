import { hash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createTvMedia } from './media.ts';
import type { TvLease } from './view.ts';

vi.mock('../../api-client.ts', () => ({ clientWith: () => ({}) }));

afterEach(() => vi.unstubAllGlobals());

/** As a browser answers whose disk fails. */
const failing = async (): Promise<never> => {
  throw new DOMException('The disk failed.', 'UnknownError');
};

test('a TV whose disk gives nothing back and keeps nothing fetches its films and shows them', async () => {
  vi.stubGlobal('caches', { open: async () => ({ match: failing, keys: failing, put: failing, delete: failing }) });
  vi.stubGlobal('window', { localStorage: { getItem: () => 'tv_token' } });
  vi.stubGlobal('fetch', async () => new Response('film'));
  const gone = vi.fn();
  const media = createTvMedia(new AbortController().signal, gone);
  const lease = { id: 'lease', creative: 'creative', sha256: hash('sha256', 'film') } as TvLease;
  await media.keep([lease]);
  expect(media.addressOf(lease)).toMatch(/^blob:/);
  expect(gone).not.toHaveBeenCalled();
  media.close();
});

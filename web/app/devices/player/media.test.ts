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

test('what is taken down leaves the TV with the next answer, also while another file is on its way', async () => {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, answer: Response) => void kept.set(key, answer),
    keys: async () => [...kept.keys()].map((key) => ({ url: `https://vidik.example${key}` })),
    delete: async (url: string) => kept.delete(new URL(url).pathname),
  };
  let arrive: (answer: Response) => void = () => {};
  const asked: string[] = [];
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('window', { localStorage: { getItem: () => 'tv_token' } });
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    if (!address.endsWith('slow')) return Promise.resolve(new Response('film'));
    return new Promise<Response>((resolve) => {
      arrive = resolve;
    });
  });
  const leaseOf = (creative: string, file: string) =>
    ({ id: creative, creative, sha256: hash('sha256', file) }) as TvLease;
  const [taken, slow] = [leaseOf('taken', 'film'), leaseOf('slow', 'another film')];
  const media = createTvMedia(new AbortController().signal, vi.fn());
  await media.keep([taken]);
  expect(media.addressOf(taken)).toMatch(/^blob:/);
  const fetching = media.keep([taken, slow]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await media.keep([slow]);
  expect(media.addressOf(taken)).toBeNull();
  expect([...kept.keys()]).toEqual([]);

  arrive(new Response('another film'));
  await fetching;
  expect(media.addressOf(slow)).toMatch(/^blob:/);
  media.close();
});

test('a file that is taken down while it is on its way is not kept', async () => {
  const put = vi.fn(async () => {});
  let arrive: (answer: Response) => void = () => {};
  const fetched = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        arrive = resolve;
      }),
  );
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, keys: async () => [], put }) });
  vi.stubGlobal('window', { localStorage: { getItem: () => 'tv_token' } });
  vi.stubGlobal('fetch', fetched);
  const media = createTvMedia(new AbortController().signal, vi.fn());
  const lease = { id: 'lease', creative: 'creative', sha256: hash('sha256', 'film') } as TvLease;
  const fetching = media.keep([lease]);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  await media.keep([]);
  arrive(new Response('film'));
  await fetching;
  expect(put).not.toHaveBeenCalled();
  expect(media.addressOf(lease)).toBeNull();
  media.close();
});

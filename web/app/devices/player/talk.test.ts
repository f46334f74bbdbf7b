import { expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { createLeaseBag } from './bag.ts';
import { runServerSync } from './talk.ts';
import type { TvPlayerState } from './tv-player-state.ts';
import type { TvLease } from './view.ts';

const server = vi.hoisted(() => ({ report: vi.fn(), bag: vi.fn() }));
vi.mock('../../api-client.ts', () => ({ clientWith: () => ({ playout: { tv: server } }) }));
vi.mock('../../api.ts', () => ({ errorCode: () => undefined }));
vi.mock('../tv-client.ts', () => ({ tvToken: { get: () => 'tv' } }));
vi.mock('./free-storage.ts', () => ({ measureFreeStorage: async () => {} }));
vi.mock('./page.ts', () => ({ screenReport: () => ({}) }));
vi.mock('./stored-programme.ts', () => ({ storeProgramme: () => null }));

test('a TV that goes to rest while its leases are on their way gives them back', async () => {
  vi.stubGlobal('window', new EventTarget());
  const end = new AbortController();
  onTestFinished(() => {
    end.abort();
    vi.unstubAllGlobals();
  });
  const now = Date.now();
  const answer = { now: new Date(now).toISOString(), state: 'shows', revoked: [], version: '' };
  const onItsWay = Promise.withResolvers<object>();
  server.report.mockResolvedValue({ ...answer, remove: [] });
  server.bag.mockReturnValue(onItsWay.promise);
  const bag = createLeaseBag();
  const tv = {
    signal: end.signal,
    bell: new EventTarget(),
    show: () => {},
    clock: { now: () => now, hear: () => {} },
    log: { first: () => [], remove: () => {} },
    media: { keep: async () => {} },
    bag,
    isOffline: false,
    isResting: false,
  } as unknown as TvPlayerState;
  void runServerSync(tv);
  await vi.waitFor(() => expect(server.bag).toHaveBeenCalled());
  tv.isResting = true;
  bag.giveBackAll();
  const window = { opensAt: answer.now, closesAt: new Date(now + HOUR_MS).toISOString() };
  onItsWay.resolve({ ...answer, leases: [{ id: 'one', seconds: 15, ...window } as TvLease], programme: [] });
  await vi.waitFor(() => expect(bag.unplayed(10)).toEqual(['one']));
  expect(bag.open()).toEqual([]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { tvToken } from './tv-client.ts';

vi.mock('../api-client.ts', () => ({ clientWith: () => ({}) }));

function refused(): never {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
}
const stores = (storage: Partial<Storage>) => vi.stubGlobal('window', { localStorage: storage });

afterEach(() => vi.unstubAllGlobals());

test('a TV whose browser is full plays with its token until the page ends, also with the one that follows', () => {
  stores({ getItem: () => 'tv_old', setItem: refused, removeItem: () => {} });
  expect(tvToken.get()).toBe('tv_old');
  tvToken.set('tv_new');
  expect(tvToken.get()).toBe('tv_new');
  tvToken.forget('tv_old');
  expect(tvToken.get(), 'another one is not forgotten').toBe('tv_new');
  tvToken.forget('tv_new');
  expect(tvToken.get()).toBe('tv_old');
});

test('one whose browser stores nothing at all is linked and unlinked all the same', () => {
  stores({ getItem: refused, setItem: refused, removeItem: refused });
  expect(tvToken.get()).toBeNull();
  tvToken.set('tv_first');
  expect(tvToken.get()).toBe('tv_first');
  tvToken.forget('tv_first');
  expect(tvToken.get()).toBeNull();
});

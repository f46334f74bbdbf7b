import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authPath, returnPath } from './return-path.ts';

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://vidik.example' } }));
afterEach(() => vi.unstubAllGlobals());

const after = (next: string) => returnPath(new URLSearchParams({ next }));

test('a purchase that was interrupted by signing in is continued', () => {
  const purchase = '/usb-purchase?product=Vidik+%E2%80%93+1+ure%C4%91aj&price=219';
  const address = new URL(authPath(purchase), 'https://vidik.example');
  expect(address.pathname).toBe('/auth');
  expect(returnPath(address.searchParams)).toBe(purchase);
  expect(authPath()).toBe('/auth');
});

test('a page to return to is found in whatever letters; what belongs to it keeps its own', () => {
  expect(after('/Event/Karta/aB9?X=y#Z')).toBe('/event/karta/aB9?X=y#Z');
  expect(after('/Auth/Confirm')).toBeNull();
});

test('nobody is sent to another site, to a page that does not exist, or back to signing in', () => {
  for (const next of [
    'https://zlo.example/usb-packages',
    '//zlo.example/usb-packages',
    '/\\zlo.example/usb-packages',
    '/\t/zlo.example',
    'javascript:alert(1)',
    'usb-packages',
    '/nema-je',
    '/auth',
    '/auth/confirm',
    '',
  ])
    expect(after(next), next).toBeNull();
  expect(returnPath(new URLSearchParams())).toBeNull();
});

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Freshness, type ListFreshness } from './freshness.tsx';

const kept: ListFreshness = { connection: 'live', readAt: 1, isStale: false, isHeld: false, reload: () => {} };
const isButtonShown = (now: Partial<ListFreshness>) =>
  renderToStaticMarkup(createElement(Freshness, { ...kept, ...now })).includes('>Osveži<');

test('a list whose stream is cut, or that could not be read again, can be read anew without leaving the page', () => {
  expect(isButtonShown({ connection: 'lost' })).toBe(true);
  expect(isButtonShown({ isStale: true })).toBe(true);
  for (const now of [{}, { isHeld: true }, { connection: 'opening' as const }]) expect(isButtonShown(now)).toBe(false);
});

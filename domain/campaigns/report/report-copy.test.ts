import { expect, test } from 'vitest';
import { reportCopy } from './report-copy.ts';

test('a play that was not counted says what was measured for its reason', () => {
  const play = { seconds: 15, lastedMs: 9_240, visibleMs: 4_100, reportedOn: '2026-12-03' };
  expect(reportCopy.measured({ ...play, reason: 'hidden' })).toBe('vidljivo 4,1 od 15 s');
  expect(reportCopy.measured({ ...play, reason: 'short' })).toBe('trajalo 9,2 od 15 s');
  expect(reportCopy.measured({ ...play, reason: 'late' })).toBe('stigao 3. 12. 2026.');
  expect(reportCopy.measured({ ...play, reason: 'short', lastedMs: null }), 'the TV did not say').toBe('');
  for (const reason of ['cap', 'overlap', 'unknown_lease', 'device_blocked'] as const)
    expect(reportCopy.measured({ ...play, reason, lastedMs: 15_000 }), `${reason}, shown whole`).toBe('');
});

test('openings of an advert stand beside its plays, and those of no advert are said apart', () => {
  expect(reportCopy.openingsOf(58, 3_655)).toBe('58 otvaranja · 1,6 na 100');
  expect(reportCopy.openingsOf(1, 0)).toBe('1 otvaranje');
  expect(reportCopy.openingsElsewhere(21)).toBe('Za 21 otvaranje se ne zna sa koje je reklame.');
});

test('what was spent names its packages, and nothing where there was none', () => {
  expect(reportCopy.totalSpent('103,15 €', ['Standard'])).toBe('ukupno 103,15 €, paket Standard');
  expect(reportCopy.totalSpent('103,15 €', ['Standard', 'Premium'])).toBe('ukupno 103,15 €, paketi Standard i Premium');
  expect(reportCopy.totalSpent('0 €', [])).toBe('ukupno 0 €');
});

import { expect, test } from 'vitest';
import { reportCopy } from './report-copy.ts';

test('a play that was not counted says what was measured for its reason', () => {
  const play = { seconds: 15, lastedMs: 9_240, visibleMs: 4_100, reportedOn: '2026-12-03' };
  expect(reportCopy.measured({ ...play, reason: 'hidden' })).toBe('vidljivo 4,1 od 15 s');
  expect(reportCopy.measured({ ...play, reason: 'short' })).toBe('trajalo 9,2 od 15 s');
  expect(reportCopy.measured({ ...play, reason: 'late' })).toBe('stigao 3. 12. 2026.');
  expect(reportCopy.measured({ ...play, reason: 'short', lastedMs: null }), 'the TV did not say').toBe('');
});

import { expect, test } from 'vitest';
import { formatDateRange, formatDayAndMonthRange } from './date-range.ts';

test('of two days what they have in common is said once', () => {
  expect(formatDateRange('2026-11-01', '2026-11-30')).toBe('1–30. 11. 2026.');
  expect(formatDateRange('2026-11-09', '2026-12-06')).toBe('9. 11 – 6. 12. 2026.');
  expect(formatDateRange('2026-11-09', '2026-11-09')).toBe('9. 11. 2026.');
  expect(formatDateRange('2026-11-09', '2027-11-12')).toBe('9. 11. 2026. – 12. 11. 2027.');
  expect(formatDayAndMonthRange('2026-11-08', '2026-11-21')).toBe('8–21. 11.');
  expect(formatDayAndMonthRange('2026-12-25', '2027-01-07')).toBe('25. 12 – 7. 1.');
});

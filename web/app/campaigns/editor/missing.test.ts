import { expect, onTestFinished, test, vi } from 'vitest';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { ADDRESS_MOST, BUDGET_MOST } from '#domain/campaigns/rules.ts';
import { hourMask, WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { missingIn, missingMessage } from './missing.ts';
import type { OwnCampaignRow } from './own-campaign.ts';
import { parseWholeNumber } from './typed-numbers.ts';

const address = (length: number) => 'https://pekara.example/'.padEnd(length, 'k');
const campaignWith = (url: string) =>
  ({ url, pictures: [{}], special: null, free: 1_000 }) as unknown as OwnCampaignRow;
const form = {
  name: 'Tople kifle',
  url: address(ADDRESS_MOST),
  startsOn: '2090-01-01',
  endsOn: '2090-01-31',
  schedule: [...WHOLE_WEEK],
  regions: [],
  venues: [],
  pace: 'even' as const,
  budget: '100',
  cap: '',
};

test('an address that is too long to be saved is missing, and says why; one that is saved is as good as any', () => {
  const long = { ...form, url: address(ADDRESS_MOST + 1) };
  expect(missingIn(form, campaignWith(''), 0)).toEqual([]);
  expect(missingIn(long, campaignWith(''), 0)).toEqual(['url']);
  expect(missingMessage('url', long, campaignWith(''))).toBe(copy.urlLong);
  expect(missingIn(long, campaignWith(long.url), 0), 'as browsers write what was shorter').toEqual([]);
});

test('a plan whose hours of today are over, and no others follow, lacks hours', () => {
  const mornings = form.schedule.map(() => hourMask(6, 10));
  const today = { ...form, startsOn: '2090-01-01', endsOn: '2090-01-01', schedule: mornings };
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: new Date('2090-01-01T08:00:00Z') });
  expect(missingIn(today, campaignWith(form.url), 0)).toEqual([]);
  vi.setSystemTime(new Date('2090-01-01T09:00:00Z'));
  expect(missingIn(today, campaignWith(form.url), 0)).toEqual(['hours']);
  expect(missingIn({ ...today, endsOn: '2090-01-02' }, campaignWith(form.url), 0)).toEqual([]);
});

test('a budget is a whole number up to the most that is taken', () => {
  expect(['1', '4.000', String(BUDGET_MOST)].map(parseWholeNumber)).toEqual([1, 4_000, BUDGET_MOST]);
  expect(['', '0', '1,5', String(BUDGET_MOST + 1)].map(parseWholeNumber)).toEqual([null, null, null, null]);
});

import { expect, test } from 'vitest';
import { behindCopy } from './behind-copy.ts';
import { reviewCopy } from './review-copy.ts';

const MINUTE = 60_000;

test('the queue says how long a campaign waits, to the minute, then to the day', () => {
  expect(reviewCopy.waits('L-baner', 20_000)).toBe('L-baner · pre 1 min');
  expect(reviewCopy.waits('L-baner', 280 * MINUTE)).toBe('L-baner · pre 4 h 40 min');
  expect(reviewCopy.waits('TV spot 12 s', 120 * MINUTE)).toBe('TV spot 12 s · pre 2 h');
  expect(reviewCopy.waits('L-baner', 50 * 60 * MINUTE)).toBe('L-baner · pre 2 dana');
});

test('a company reads why a campaign is late, and of fewer than five TVs no number', () => {
  expect(behindCopy.note({ why: 'few', reached: 11 })).toBe('samo 11 televizora odgovara');
  expect(behindCopy.note({ why: 'few', reached: 22 })).toBe('samo 22 televizora odgovaraju');
  expect(behindCopy.note({ why: 'few', reached: null })).toBe('odgovara manje od pet televizora');
  expect(behindCopy.whyForCompany({ why: 'few', reached: 11, needed: 15 })).toBe(
    '11 televizora odgovara izboru, a trebalo bi ih oko 15',
  );
  expect(behindCopy.whyForCompany({ why: 'few', reached: null, needed: 15 })).toBe(
    'izboru odgovara manje od pet televizora',
  );
  expect(behindCopy.whyForCompany({ why: 'few', reached: 0, needed: 3 })).toBe('izboru ne odgovara nijedan televizor');
  expect(behindCopy.note({ why: 'cap', cap: 2 })).toBe('dnevna granica po televizoru je 2');
});

test('staff read that TVs suffice, where they do', () => {
  expect(behindCopy.why({ why: 'few', tvs: 11, needed: 15 })).toBe('11 televizora odgovara izboru, treba oko 15');
  expect(behindCopy.why({ why: 'few', tvs: 400, needed: 40 })).toBe(
    '400 televizora odgovara izboru, a dovoljno je oko 40',
  );
});

test('of a paused campaign the desk reads whose pause it is, or why', () => {
  const paused = { isAccountOpen: true, isHeldByStaff: false, isSpecial: false, reason: '' };
  expect(reviewCopy.paused(paused)).toBe('pauzirala firma');
  expect(reviewCopy.paused({ ...paused, reason: 'Iz budžeta je skinuto 40.' })).toBe('Iz budžeta je skinuto 40.');
  expect(reviewCopy.paused({ ...paused, isSpecial: true }), 'its company has no rein of it').toBe('');
  expect(reviewCopy.paused({ ...paused, isHeldByStaff: true, reason: 'Provera.' })).toBe('pauzirali smo mi: Provera.');
  expect(reviewCopy.paused({ ...paused, isHeldByStaff: true })).toBe('pauzirali smo mi');
  expect(reviewCopy.paused({ ...paused, isAccountOpen: false })).toBe('Nalog firme je zatvoren ili blokiran');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

const turnsOf = (campaigns: string, before: string | null = null) =>
  inTurns(
    [...campaigns].map((campaignId) => ({ campaignId })),
    before,
  )
    .map(({ campaignId }) => campaignId)
    .join('');

test('nothing comes twice in a row while another is left; what is in order stays as it came', () => {
  expect(turnsOf('bcabca')).toBe('bcabca');
  expect(turnsOf('aabb')).toBe('abab');
  expect(turnsOf('bcbcaaaa')).toBe('bacabaca');
  expect(turnsOf('aaab'), 'alone, it does').toBe('abaa');
  expect(turnsOf('ab', 'a'), 'nor after what was shown before').toBe('ba');
  expect(turnsOf('aa', 'a')).toBe('aa');
  expect(turnsOf('')).toBe('');
});

test('whatever is held, all of it is there, and nothing comes twice in a row unless it has more than half', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }), (campaigns) => {
      const turns = turnsOf(campaigns.join(''));
      expect([...turns].sort()).toEqual(campaigns.toSorted());
      const most = Math.max(0, ...campaigns.map((one) => campaigns.filter((other) => other === one).length));
      if (most <= (campaigns.length + 1) / 2) expect(turns).not.toMatch(/(.)\1/);
    }),
  );
});

import { expect, test } from 'vitest';
import { refundCopy, refundRefusals } from './copy.ts';

const said = (text: string) => text.replaceAll('\u00a0', ' ');

test('how many months can go back is said in the number that it is', () => {
  const months = (most: number) => said(refundRefusals.REFUND_MONTHS_WRONG({ most }));
  expect(months(0)).toBe('Nema plaćenih meseci koji nisu počeli.');
  expect(months(1)).toBe('Može da se vrati novac za najviše 1 mesec: samo on još nije počeo.');
  expect(months(3)).toBe('Može da se vrati novac za najviše 3 meseca: samo oni još nisu počeli.');
  expect(months(11)).toBe('Može da se vrati novac za najviše 11 meseci: samo oni još nisu počeli.');
});

test('what a refund takes from a campaign has its unit and is a whole sentence', () => {
  const { pauses, fromBudget } = refundCopy.effects;
  expect(said(pauses('Jesen', 'banner', 1_000))).toBe(
    'Pauzira se kampanja „Jesen“. Iz njenog budžeta oduzima se 1.000 L-banera.',
  );
  expect(said(pauses('Jesen', 'tv_second', 2))).toBe(
    'Pauzira se kampanja „Jesen“. Iz njenog budžeta oduzimaju se 2 TV sekunde.',
  );
  expect(said(fromBudget('Jesen', 'tv_second', 1))).toBe('Iz budžeta kampanje „Jesen“ oduzima se 1 TV sekunda.');
});

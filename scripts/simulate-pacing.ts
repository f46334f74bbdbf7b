import { parseArgs } from 'node:util';
import { REPORT_HOURS } from '../domain/playout/rules.ts';
import { DAYS, type Month, simulateMonth } from './pacing/month.ts';

/**
 * `npm run simulate:pacing -- --seed N`: a month of 2,000 TVs in memory, with the functions that the server chooses by. `--seeds A-B` plays
 * one month after the other, `--seeds N` so many from a seed of its own. Ends with 1 when a campaign misses its plan by more than 2 % although
 * TVs suffice, or anything is over a cap or a budget, or the reasons of what was not counted do not add up to it.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, seeds: { type: 'string' }, tvs: { type: 'string' } },
});
const tvs = Number(values.tvs ?? 2_000);
const seeds = seedsOf(values.seeds ?? '1', Number(values.seed ?? Date.now() % 1_000_000));

function seedsOf(typed: string, first: number): number[] {
  const [, from, to] = /^(?:(\d+)-)?(\d+)$/.exec(typed) ?? [];
  const [least, most] = from === undefined ? [first, first + Number(to) - 1] : [Number(from), Number(to)];
  if (!(most >= least)) throw new Error('--seeds takes two seeds, 4-9, or how many there are to be, 6');
  return Array.from({ length: most - least + 1 }, (_, n) => least + n);
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
const middleOf = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)]!;
const spread = (sorted: readonly number[]) =>
  `least ${percent(sorted[0]!)}, median ${percent(middleOf(sorted))}, most ${percent(sorted.at(-1)!)}`;

const months: { seed: number; month: Month }[] = [];
for (const seed of seeds) {
  const began = performance.now();
  const month = simulateMonth(seed, tvs);
  months.push({ seed, month });
  const { rows, shares, oversold, late, faults } = month;
  console.log(`seed ${seed}, ${tvs} TVs, ${DAYS} days, ${Math.round((performance.now() - began) / 1000)} s`);
  console.table(rows.map((row) => ({ ...row, share: percent(row.share) })));
  console.log(`where TVs suffice: ${spread(shares)}`);
  console.log(
    `shown, but not reported within ${REPORT_HOURS} hours: ${late}; sold twice over, they get ${oversold.map(percent).join(' and ')}`,
  );
  for (const fault of faults) console.log(`WRONG: ${fault}`);
}

if (months.length > 1) {
  console.table(
    months.map(({ seed, month: { shares, oversold, faults } }) => ({
      seed,
      least: percent(shares[0]!),
      median: percent(middleOf(shares)),
      most: percent(shares.at(-1)!),
      'sold twice over': oversold.map(percent).join(', '),
      verdict: faults.join('; ') || 'ok',
    })),
  );
  console.log(`all seeds: ${spread(months.flatMap(({ month }) => month.shares).toSorted((a, b) => a - b))}`);
}
process.exitCode = months.some(({ month }) => month.faults.length > 0) ? 1 : 0;

import { spawnSync } from 'node:child_process';
import type { PromiseRow } from '#domain/promises/promise.ts';
import { allPromises } from '#domain/promises/promises.ts';
import { root, withOwnNode } from '../setup.mjs';

/**
 * `npm run test:promises`: ten rows, drawn by a seed that is printed (`TEST_SEED=…` repeats it, `ALL=1` takes every row),
 * lose what keeps them, and the test of each must fail.
 */
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const kept = allPromises.filter(({ by }) => by && !by.startsWith('screen '));
const drawn = process.env.ALL ? kept : draw(kept, 10);
console.log(`Seed ${seed}: ${drawn.length} of ${kept.length} promises that something keeps.`);

const unnoticed: string[] = [];
const seen = new Map<string, string>();
for (const { said, by, test } of drawn) {
  const outcome = seen.get(`${by} ${test}`) ?? outcomeOf(by!, test!);
  seen.set(`${by} ${test}`, outcome);
  console.log(`${outcome === 'fails' ? '✓' : '✗'} without ${by}: ${test} ${outcome} (${said})`);
  if (outcome !== 'fails') unnoticed.push(said);
}
if (unnoticed.length > 0) process.exitCode = 1;

/** `fails` is what is wanted; a test that was not even run proves nothing. */
function outcomeOf(by: string, test: string): string {
  const [file, name] = test.split(' › ') as [string, string];
  const only = `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
  const { status, stdout } = spawnSync('npx', ['vitest', 'run', file, '-t', only], {
    cwd: root,
    env: { ...withOwnNode(), NO_COLOR: '1', SWITCHED_OFF: by },
    encoding: 'utf8',
  });
  if (status === 0) return /Tests .*\d+ passed/.test(stdout) ? 'STILL PASSES' : 'WAS NOT RUN';
  return /Tests .*\d+ failed/.test(stdout) ? 'fails' : `WAS NOT RUN\n${stdout}`;
}

/** Different rows by the seed; the small generator repeats itself on every machine. */
function draw(rows: PromiseRow[], count: number): PromiseRow[] {
  const left = [...rows];
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(next() * left.length), 1)[0]!,
  );
}

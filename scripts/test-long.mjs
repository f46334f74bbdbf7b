/**
 * `npm run test:long`: the tests that have a larger size (server/test/size.ts), at that size and from a seed of their own, and two months of
 * `npm run simulate:pacing`, whose seeds it prints.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { root, run, withOwnNode } from './setup.mjs';

const files = [];
for await (const file of glob('server/**/*.test.ts', { cwd: root }))
  if (readFileSync(path.join(root, file), 'utf8').includes('/test/size.ts')) files.push(file);

const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
const repeat = `TEST_SEED=${seed} npm run test:long draws the same histories again.`;
console.log(repeat);
const code = await run('vitest', ['run', ...files], { env: withOwnNode({ TEST_SIZE: 'long', TEST_SEED: seed }) });
const months = await run(process.execPath, ['scripts/simulate-pacing.ts', '--seed', seed, '--seeds', '2']);
console.log(repeat);
process.exitCode = code || months;

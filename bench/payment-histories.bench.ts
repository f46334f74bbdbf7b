import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../scripts/setup.mjs';
import type { Figure } from './measure/table.ts';

const HISTORIES = 1_000;

/** The test of random payment histories, a thousand of them instead of the few that every test run plays. */
export default async function paymentHistories(): Promise<Figure[]> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [path.join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'server/payments/histories.test.ts'],
    { cwd: root, env: { ...process.env, TEST_SIZE: 'long' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  return [
    {
      what: `${HISTORIES} payment histories: shuffled, repeated, lost and sent again, raced by the buyer's return`,
      measured: `${code === 0 ? 'all end as in order' : 'NOT all end as in order'}, ${Math.round((performance.now() - began) / 1000)} s`,
      target: 'all equal',
      met: code === 0,
    },
  ];
}

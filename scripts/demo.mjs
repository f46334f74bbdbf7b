/** `npm run demo`: the product with a believable year of business, in a data directory of its own, made anew each time. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfNeeded, fail, installIfNeeded, projectNode, root, run, withOwnNode } from './setup.mjs';

const dataDir = path.join(root, 'data', 'demo');

await installIfNeeded();
await buildIfNeeded();
Object.assign(process.env, {
  DATA_DIR: dataDir,
  SUPER_ADMIN_PASSWORD: process.env.SUPER_ADMIN_PASSWORD ?? 'demo-lozinka-2026',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
});
rmSync(dataDir, { recursive: true, force: true });
const began = performance.now();
if ((await run(projectNode, [path.join('build', 'node', 'seed', 'demo.js')], { env: withOwnNode({}) })) !== 0)
  fail('The year could not be written; the message is above.');
console.log(`A year of business, written in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
await import('./start.mjs');

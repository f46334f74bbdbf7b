/** `npm run demo`: the product with a believable year of business, in a data directory of its own, made anew each time. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { leaveOutShop } from './demo-settings.mjs';
import { turnOnTvs } from './demo-tvs.mjs';
import { daysFromToday } from './rehearsal-days.mjs';
import { buildIfNeeded, fail, installIfNeeded, projectNode, root, run, withOwnNode } from './setup.mjs';

await installIfNeeded();
await buildIfNeeded();
leaveOutShop(process.env);
process.env.DATA_DIR = path.join(root, 'data', 'demo');
process.env.SUPER_ADMIN_PASSWORD ??= 'demo-lozinka-2026';
process.env.LOG_LEVEL ??= 'error';
process.env.COURIERS ??= 'own,d-express';
process.env.COURIER_PICK_UP ??= '14:00';
// Its companies are invented: behind their addresses is nobody.
process.env.VISIT_ADDRESSES ??= 'off';
// A demo is looked at on any day, and its doors are open for the next week.
process.env.EVENT_REHEARSAL_DAY ??= daysFromToday(7);
rmSync(process.env.DATA_DIR, { recursive: true, force: true });
const began = performance.now();
if ((await run(projectNode, [path.join('build', 'node', 'demo.js')], { env: withOwnNode() })) !== 0)
  fail('The year could not be written; the message is above.');
console.log(`A year of business, written in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
await import('./start.mjs');
turnOnTvs(process.env.DATA_DIR, `http://localhost:${process.env.PORT ?? 3000}`);

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { serverBundle } from './bundle-server.ts';
import { serviceWorkerBundle } from './bundle-service-worker.ts';
import { compressSite } from './compress-site.ts';
import { prepareFirstPaint } from './first-paint.ts';
import { checkFirstLoads, firstLoads, kilobytes } from './rules/first-load.ts';
import { fail, fingerprint, root, run, STAMP } from './setup.mjs';

/** `npm run build`: the website into build/client, the server into build/node. */

const began = performance.now();
const sources = fingerprint();
const website = path.join(root, 'build', 'client');

// React Router empties the whole build directory first, the stamp of the last build with it.
if ((await run('react-router', ['build', '--logLevel', 'warn'])) !== 0) fail('The website was not built.');
rmSync(path.join(root, 'build', 'server'), { recursive: true, force: true });
for (const name of ['robots.txt.data', 'sitemap.xml.data', '503.html.data'])
  rmSync(path.join(website, name), { force: true });
await prepareFirstPaint(website);
await build(serviceWorkerBundle(path.join(website, 'sw.js')));
await Promise.all([compressSite(website), build(serverBundle('build/node'))]);
const loads = await firstLoads(website);
const heavy = checkFirstLoads(loads);
if (heavy.length > 0) fail(`Public pages are too heavy:\n${heavy.join('\n')}`);
const [heaviest] = loads;
if (heaviest) console.log(`Heaviest first load: ${heaviest.page}, ${kilobytes(heaviest.scripts)} of scripts (gzip).`);

writeFileSync(path.join(root, STAMP), sources);
console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);

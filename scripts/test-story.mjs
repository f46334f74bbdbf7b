/**
 * `npm run test:story -- --servers 2 --offline 10`: what an advertiser buys, from the payment to the statement of the viewer, in one run of
 * Chromium. So many servers over one database; the TV is without network for so many minutes.
 */
import { parseArgs } from 'node:util';
import { findOrInstallChromium } from './chromium.mjs';
import { findOrInstallFfmpeg } from './ffmpeg.mjs';
import { buildIfNeeded, fail, installIfNeeded, run, withOwnNode } from './setup.mjs';

const { values: given } = parseArgs({
  options: { servers: { type: 'string', default: '2' }, offline: { type: 'string', default: '10' } },
});
for (const [name, text] of Object.entries(given))
  if (!/^[1-9]\d?$/.test(text)) fail(`--${name} takes a whole number from 1 to 99, not "${text}".`);
await installIfNeeded();
await buildIfNeeded();
const CHROME_PATH = findOrInstallChromium();
console.log(findOrInstallFfmpeg());
const env = { CHROME_PATH, STORY: '1', STORY_SERVERS: given.servers, STORY_OFFLINE_MINUTES: given.offline };
process.exitCode = await run('playwright', ['test', '--project', 'desktop'], { env: withOwnNode(env) });

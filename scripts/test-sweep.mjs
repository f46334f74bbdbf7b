/** `npm run test:sweep`: every journey on a desktop and on a phone, and everything that a network can do to them. */
import { findOrInstallChromium } from './chromium.mjs';
import { buildIfNeeded, installIfNeeded, run, withOwnNode } from './setup.mjs';

await installIfNeeded();
await buildIfNeeded();
const env = withOwnNode({ CHROME_PATH: findOrInstallChromium(), SWEEP: '1' });
process.exitCode = await run('playwright', ['test'], { env });

/** `npm run package [-- --with-database]`: one archive that runs without npm and sources (docs/operations.md). */
import { buildIfNeeded, installIfNeeded, projectNode, run } from './setup.mjs';

await installIfNeeded();
await buildIfNeeded();
process.exitCode = await run(projectNode, ['scripts/release/package.ts', ...process.argv.slice(2)]);

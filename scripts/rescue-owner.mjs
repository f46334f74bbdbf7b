/** `npm run rescue-owner`: a new sign-in for the super-admin (docs/operations.md), whether the server runs or not. */
import path from 'node:path';
import { buildIfNeeded, installIfNeeded, projectNode, run, withOwnNode } from './setup.mjs';

await installIfNeeded();
await buildIfNeeded();
process.env.LOG_LEVEL ??= 'warn';
process.exitCode = await run(projectNode, [path.join('build', 'node', 'rescue-owner.js')], { env: withOwnNode() });

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { compressSite } from './compress-site.ts';
import { fail, fingerprint, root, run, STAMP } from './setup.mjs';

/** `npm run build`: the website into build/client, the server into build/node. */

rmSync(path.join(root, STAMP), { force: true });
const before = fingerprint();
const began = performance.now();

// React Router empties the whole build directory first.
await buildWebsite();
await Promise.all([compressSite(path.join(root, 'build', 'client')), buildServer()]);

writeFileSync(path.join(root, STAMP), before);
console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);

async function buildWebsite() {
  if ((await run('react-router', ['build', '--logLevel', 'warn'])) !== 0) fail('The website was not built.');
  rmSync(path.join(root, 'build', 'server'), { recursive: true, force: true });
}

/** One bundle, because reading a few files is much faster than resolving two thousand. */
async function buildServer() {
  const outdir = path.join(root, 'build', 'node');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['server/main.ts', 'server/payments/sandbox/thread.ts'],
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    logLevel: 'warning',
    // Native code stays where npm put it.
    external: ['@node-rs/argon2', 'pg-native'],
    // Packages that are still CommonJS ask for `require`.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  });
}

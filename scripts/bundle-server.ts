import type { BuildOptions } from 'esbuild';
import { root } from './setup.mjs';

/** One bundle for the server, because reading three files is much faster than resolving two thousand. */
export function serverBundle(outdir: string): BuildOptions {
  return {
    absWorkingDir: root,
    // The second is the thread of the payment sandbox (server/payments/stripe.ts).
    entryPoints: ['server/main.ts', 'server/payments/sandbox/thread.ts'],
    outdir,
    bundle: true,
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
  };
}

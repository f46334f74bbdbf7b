import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions } from 'esbuild';
import { root } from './setup.mjs';

/** The service worker, one small script at the site's root, stamped with the films it may keep. */
export function serviceWorkerBundle(outfile: string): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: ['web/service-worker/main.ts'],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
    define: {
      'process.env.NODE_ENV': '"production"',
      FILMS_VERSION: JSON.stringify(versionOf(path.join(root, 'web', 'storage', 'videos'))),
      STORAGE_URL: JSON.stringify((process.env.STORAGE_PUBLIC_URL ?? '').replace(/\/+$/, '')),
    },
  };
}

function versionOf(directory: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(directory).sort()) hash.update(name).update(readFileSync(path.join(directory, name)));
  return hash.digest('hex').slice(0, 8);
}

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { companyConfiguration } from './company-configuration.ts';
import { root } from './setup.mjs';

/**
 * Packages that stay where npm put them: they bring machine code or data files, which they look for beside themselves, or are large and
 * for few.
 */
export const OUTSIDE = [
  '@node-rs/argon2',
  'pdfkit',
  'fontkit',
  'bwip-js/node',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
];

/**
 * One bundle for the server, because reading one file is much faster than resolving two thousand, and because a running
 * server then never reads its own files again. What is imported with `import()` runs when it is first asked for.
 */
export function serverBundle(outdir: string): BuildOptions & { plugins: Plugin[] } {
  return {
    absWorkingDir: root,
    entryPoints: {
      main: 'server/main.ts',
      'stripe-sandbox': 'doubles/stripe/thread.ts',
      'bank/statements/thread': 'server/bank/statements/thread.ts',
      'stock/thread': 'server/stock/thread.ts',
      demo: 'server/seed/demo.ts',
    },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    logLevel: 'warning',
    external: ['pg-native'],
    // React's development build is larger and slower and writes warnings. Our own NODE_ENV is read when the server starts (config.ts).
    define: { ...companyConfiguration(process.env), 'process.env.NODE_ENV': '"production"' },
    plugins: [outside, ascii],
    // Packages that are still CommonJS ask for `require`.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
  };
}

/** Leaves packages outside, and loads them when first used: a plain external import would load them all at every start. */
const outside: Plugin = {
  name: 'outside',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${OUTSIDE.join('|')})$`) }, ({ path, namespace }) =>
      namespace === 'outside' ? { path, external: true } : { path, namespace: 'outside' },
    );
    build.onLoad({ filter: /.*/, namespace: 'outside' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};

/**
 * Escapes what esbuild leaves beyond ASCII, in comments and regular expressions: one such letter, and Node keeps the whole source in
 * two bytes for each (9 MB more).
 */
const ascii: Plugin = {
  name: 'ascii',
  setup(build) {
    const { entryPoints, outdir } = build.initialOptions;
    build.onEnd(({ errors }) => {
      if (errors.length > 0) return;
      const names = Array.isArray(entryPoints)
        ? (entryPoints as string[]).map((entry) => path.parse(entry).name)
        : Object.keys(entryPoints as Record<string, string>);
      for (const name of names) {
        const file = path.resolve(root, outdir!, `${name}.js`);
        const source = readFileSync(file, 'utf8');
        const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
        writeFileSync(file, source.replaceAll(/[\u0080-\uffff]/g, escaped));
      }
    });
  },
};

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { companyConfiguration } from './company-configuration.ts';
import { root } from './setup.mjs';

/** Packages that bring machine code or data files, which they look for beside themselves: they stay where npm put them. */
const OUTSIDE = ['@node-rs/argon2', 'pdfkit'];

/**
 * One bundle for the server, because reading one file is much faster than resolving two thousand, and because a running
 * server then never reads its own files again. What is imported with `import()` sleeps in it until it is asked for.
 */
export function serverBundle(outdir: string): BuildOptions & { plugins: Plugin[] } {
  return {
    absWorkingDir: root,
    entryPoints: ['server/main.ts', 'server/payments/sandbox/thread.ts', 'server/seed/demo.ts'],
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    // Half the text to read and to hold in memory; names stay, for whoever reads a stack trace.
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
    external: ['pg-native'],
    // React's development build is larger, slower, and talks. Our own NODE_ENV is read when the server starts (config.ts).
    define: { ...companyConfiguration(process.env), 'process.env.NODE_ENV': '"production"' },
    write: false,
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
 * Writes the bundle in ASCII to the last letter. esbuild escapes other letters in texts, not in regular expressions and
 * tagged templates, and with a single one left Node keeps the whole source in two bytes a letter: 4 MB more.
 */
const ascii: Plugin = {
  name: 'ascii',
  setup(build) {
    build.onEnd(async ({ outputFiles = [] }) => {
      for (const { path: file, text } of outputFiles) {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, text.replace(/[^\0-\x7f]/g, escaped), 'ascii');
      }
    });
  },
};

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

import { execFile } from 'node:child_process';
import { checkApiDescription } from './rules/api-rule.ts';
import { checkCopyRule } from './rules/copy-rule.ts';
import { checkFileRule } from './rules/file-rule.ts';
import { checkImportRule } from './rules/import-rule.ts';
import { checkRegexRule } from './rules/regex-rule.ts';
import { checkWriteRule } from './rules/write-rule.ts';
import { root, withOwnNode } from './setup.mjs';

/** `npm run check`: everything that can be known without running the code. All of it, then one verdict. */

interface Verdict {
  ok: boolean;
  output: string;
}

const checks: Record<string, () => Promise<Verdict>> = {
  'format and lint (biome)': () => program('biome', ['ci', '--colors=off', '--error-on-warnings', '.']),
  'imports go the right way': async () => list(checkImportRule(root)),
  'writes go through the one helper': async () => list(checkWriteRule(root)),
  'stored files go through the storage': async () => list(checkFileRule(root)),
  'Serbian words live in copy.ts': async () => list(checkCopyRule(root)),
  'the API is described': async () => list(await checkApiDescription()),
  'no regular expression is slow': async () => list(checkRegexRule(root)),
  'nothing is unused (knip)': () => program('knip', ['--no-progress']),
  types: async () => {
    const generated = await program('react-router', ['typegen']);
    return generated.ok ? program('tsc', ['--noEmit']) : generated;
  },
};

const failed: string[] = [];
await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const began = performance.now();
    const { ok, output } = await check();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${ok ? '✓' : '✗'} ${name} (${seconds} s)${ok ? '' : `\n${output.trimEnd()}\n`}`);
    if (!ok) failed.push(name);
  }),
);
if (failed.length > 0) {
  console.error(`Not in order: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

function list(lines: string[]): Verdict {
  return { ok: lines.length === 0, output: lines.join('\n') };
}

function program(name: string, args: string[]): Promise<Verdict> {
  return new Promise((resolve) => {
    execFile(name, args, { cwd: root, env: withOwnNode(), maxBuffer: 50_000_000 }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}` }),
    );
  });
}

/** `npm test`: everything, in the order in which a failure is cheapest. Stops at the first stage that fails. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { findOrInstallFfmpeg } from './ffmpeg.mjs';
import { findOrInstallPgbouncer } from './pgbouncer.mjs';
import { buildIfNeeded, fail, installIfNeeded, projectNode, run, withOwnNode } from './setup.mjs';

const FAILED = 'failed; its messages are above';
const began = performance.now();
const passed = [];
const flaky = [];
let chromium = '';

await stage('packages', installIfNeeded);
await stage('browser', () => {
  chromium = findOrInstallChromium();
  console.log(chromium);
});
await stage('ffmpeg', () => console.log(findOrInstallFfmpeg()));
await stage('pgbouncer', () => console.log(findOrInstallPgbouncer()));
await stage('format, lint, rules, types', () => succeed(projectNode, ['scripts/check.ts']));
await stage('unit and integration', runUnitTests);
await stage('build', buildIfNeeded);
await stage('end to end and accessibility', () => succeed('playwright', ['test']));

console.log(`\nAll tests passed in ${seconds(began)}.\n${passed.map((line) => `  ✓ ${line}`).join('\n')}`);
listFlaky();

async function stage(name, work) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  try {
    await work();
  } catch (error) {
    for (const line of passed) console.log(`  ✓ ${line}`);
    listFlaky();
    fail(`  ✗ ${name} (${seconds(start)}): ${error.message}`);
  }
  passed.push(`${name} (${seconds(start)})`);
}

/**
 * A machine that is busy with something else may fail a test once, and V8 may end a process (vitest.config.ts): failed
 * tests and files whose process died are tried again, and whatever passes only then is named.
 */
async function runUnitTests() {
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-flaky-'));
  const file = path.join(directory, 'tests');
  const reporters = ['--reporter=default', '--reporter=./scripts/flaky-tests.ts'];
  // What starts, stops and kills processes is `npm run test:processes`.
  const options = ['--retry=2', '--exclude', '**/*.process.test.ts', ...reporters];
  const vitest = (files) => runProgram('vitest', ['run', ...options, ...files], { FLAKY_TESTS: file });
  try {
    const code = await vitest([]);
    const first = JSON.parse(readFileSync(file, 'utf8'));
    flaky.push(...first.flaky);
    if (code === 0) return;
    if (first.unfinished.length === 0 || (await vitest(first.unfinished)) !== 0) throw new Error(FAILED);
    flaky.push(...JSON.parse(readFileSync(file, 'utf8')).flaky, ...first.unfinished);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function listFlaky() {
  if (flaky.length === 0) return;
  console.log('\nFlaky, passed only at the second try:');
  for (const name of flaky) console.log(`  ! ${name}`);
}

async function succeed(program, args) {
  if ((await runProgram(program, args)) !== 0) throw new Error(FAILED);
}

function runProgram(program, args, env = {}) {
  return run(program, args, { env: withOwnNode({ CHROME_PATH: chromium, ...env }) });
}

function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

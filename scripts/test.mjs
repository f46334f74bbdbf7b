/** `npm test`: everything, in the order in which a failure is cheapest. Stops at the first stage that fails. */
import { findOrInstallChromium } from './chromium.mjs';
import { buildIfNeeded, fail, installIfNeeded, projectNode, run, withOwnNode } from './setup.mjs';

const began = performance.now();
const passed = [];
let chromium = '';

await stage('packages', installIfNeeded);
await stage('browser', () => {
  chromium = findOrInstallChromium();
  console.log(chromium);
});
await stage('format, lint, rules, types', () => succeed(projectNode, ['scripts/check.ts']));
await stage('unit and integration', () => succeed('vitest', ['run']));
await stage('build', buildIfNeeded);
await stage('end to end and accessibility', () => succeed('playwright', ['test']));

console.log(`\nAll tests passed in ${seconds(began)}.\n${passed.map((line) => `  ✓ ${line}`).join('\n')}`);

async function stage(name, work) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  try {
    await work();
  } catch (error) {
    for (const line of passed) console.log(`  ✓ ${line}`);
    fail(`  ✗ ${name} (${seconds(start)}): ${error.message}`);
  }
  passed.push(`${name} (${seconds(start)})`);
}

async function succeed(program, args) {
  const code = await run(program, args, { env: withOwnNode({ CHROME_PATH: chromium }) });
  if (code !== 0) throw new Error('failed; its messages are above');
}

function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

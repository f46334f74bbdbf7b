/** Runs a command of the built server with the project's own Node; what was typed behind it goes along. */
import path from 'node:path';
import { buildIfNeeded, installIfNeeded, projectNode, run, steadyNode, withOwnNode } from './setup.mjs';

export async function builtCommand(name) {
  await installIfNeeded();
  await buildIfNeeded();
  process.env.LOG_LEVEL ??= 'warn';
  const program = path.join('build', 'node', `${name}.js`);
  // A backup of much moves much through little memory.
  const small = '--max-semi-space-size=4';
  process.exitCode = await run(projectNode, [small, ...steadyNode, program, ...process.argv.slice(2)], {
    env: withOwnNode(),
  });
}

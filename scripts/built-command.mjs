/** Runs a command of the built program (server/start/command-line.ts) with the project's own Node; what was typed behind it goes along. */
import { buildIfNeeded, commandArguments, installIfNeeded, projectNode, run, withOwnNode } from './setup.mjs';

export async function builtCommand(name) {
  await installIfNeeded();
  await buildIfNeeded();
  process.exitCode = await run(projectNode, [...commandArguments, name, ...process.argv.slice(2)], {
    env: withOwnNode(),
  });
}

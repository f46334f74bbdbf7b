import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildIfNeeded, installIfNeeded, projectNode, root, serverArguments, withOwnNode } from './setup.mjs';

/** Installs and builds what is missing or out of date, then runs the program with that command and passes signals on. */
export async function launch(command) {
  await installIfNeeded();
  await buildIfNeeded();
  // The channel (ipc) tells the program when this process is killed, so that it never stays behind alone.
  const program = spawn(projectNode, [...serverArguments, command], {
    cwd: root,
    env: withOwnNode({ NODE_COMPILE_CACHE: path.join(root, 'build', '.cache') }),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
  program.on('exit', (code) => process.exit(code ?? 1));
}

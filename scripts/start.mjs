/** `npm start`: installs and builds what is missing or out of date, then runs the server and passes signals on. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildIfNeeded, installIfNeeded, projectNode, root, serverArguments, withOwnNode } from './setup.mjs';

await installIfNeeded();
await buildIfNeeded();

// The channel (ipc) tells the server when this process is killed, so that it never stays behind alone.
const server = spawn(projectNode, serverArguments, {
  cwd: root,
  env: withOwnNode({ NODE_COMPILE_CACHE: path.join(root, 'build', '.cache') }),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));

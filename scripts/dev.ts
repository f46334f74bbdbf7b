import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { context, type Plugin } from 'esbuild';
import { serverBundle } from './bundle-server.ts';
import { nodeArguments, root, withOwnNode } from './setup.mjs';

/**
 * `npm run dev`: the server, restarted after every change of domain/ or server/, and the website with hot reload in front
 * of it. Open the website's address; it hands the server's paths on.
 */

const port = process.env.PORT ?? '3000';
const websitePort = process.env.WEB_PORT ?? '5173';
// Nobody else takes over while a change restarts it.
const env = withOwnNode({
  DRAIN_SECONDS: '0',
  PORT: port,
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${websitePort}`,
});
const outdir = path.join(root, '.cache', 'dev-server');

let server: ChildProcess | undefined;
let ending = false;

async function stopServer() {
  const running = server;
  server = undefined;
  if (!running || running.exitCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

const restart: Plugin = {
  name: 'restart',
  setup(build) {
    build.onEnd(async ({ errors }) => {
      if (errors.length > 0 || ending) return;
      await stopServer();
      server = spawn(process.execPath, [...nodeArguments, path.join(outdir, 'main.js')], {
        cwd: root,
        env,
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      });
    });
  },
};

rmSync(outdir, { recursive: true, force: true });
const bundle = serverBundle(outdir);
const watcher = await context({ ...bundle, plugins: [...bundle.plugins, restart] });
await watcher.watch();

const website = spawn('react-router', ['dev', '--port', websitePort, '--host', '127.0.0.1', '--strictPort'], {
  cwd: root,
  env,
  stdio: 'inherit',
});

async function end() {
  if (ending) return;
  ending = true;
  website.kill('SIGTERM');
  await watcher.dispose();
  await stopServer();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
website.on('exit', end);

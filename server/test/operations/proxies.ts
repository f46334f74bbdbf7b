import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installFromDebian } from '../../../scripts/programs.mjs';
import { root } from '../../../scripts/setup.mjs';

/** The proxies as `deploy/` sets them up: an answer is asked for once more only when the method allows it. */

export const PROXIES = ['haproxy', 'nginx'] as const;
export type ProxyName = (typeof PROXIES)[number];

const PROGRAMS: Record<ProxyName, string> = { haproxy: '/usr/sbin/haproxy', nginx: '/usr/sbin/nginx' };

/** On Debian, as root, what is missing is installed. */
export function installProxies(names: readonly ProxyName[]): void {
  const missing = names.filter((name) => !existsSync(PROGRAMS[name]));
  if (missing.length === 0) return;
  installFromDebian(...missing);
}

export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** In front of servers on these ports, in the foreground, with its files in `directory`. */
export async function startProxy(
  name: ProxyName,
  { port, servers, directory }: { port: number; servers: readonly number[]; directory: string },
): Promise<Proxy> {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, `${name}.conf`);
  writeFileSync(file, { haproxy, nginx }[name](port, servers, directory));
  const args = { haproxy: ['-db', '-f', file], nginx: ['-p', directory, '-c', file, '-e', 'stderr'] }[name];
  const child: ChildProcess = spawn(PROGRAMS[name], args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said += chunk;
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  for (let n = 0; !(await fetch(`${url}/healthz`).catch(() => null))?.ok; n += 1) {
    if (child.exitCode !== null || n > 100) throw new Error(`${name} does not serve: ${said}`);
    await sleep(100);
  }
  return {
    url,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

export const deployed = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8');

/** Replaces what is of the operator's machine; what is not found is a mistake of this file. */
export function put(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((so, [what, by]) => {
    if (!what.test(so)) throw new Error(`deploy/ has no ${what}`);
    return so.replace(what, by);
  }, text);
}

/** The file that operators get, without TLS, in front of these servers. */
const haproxy = (port: number, servers: readonly number[]) =>
  put(deployed('haproxy/vidik.cfg'), [
    [/^frontend plain\n( {2}.*\n)+/m, ''],
    [/^backend certbot\n( {2}.*\n)+/m, ''],
    [/^ {2}bind :443 .*\n {2}bind :::443 .*$/m, `  bind 127.0.0.1:${port}`],
    [/^ {2}server one .*$/gm, servers.map((at) => `  server s${at} 127.0.0.1:${at}`).join('\n')],
  ]);

/** The same, within what Debian's own file has around it. */
const nginx = (port: number, servers: readonly number[], directory: string) => `
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
user root;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
${put(deployed('nginx/vidik.conf'), [
  [
    /^ {4}server 127\.0\.0\.1:3000 (.*)$/m,
    servers.map((at) => `    server 127.0.0.1:${at} max_fails=1 fail_timeout=1s;`).join('\n'),
  ],
  [/^server \{\n {4}listen 80;\n( {4}.*\n)*\}\n/m, ''],
  [/^ {4}listen 443 .*\n {4}listen \[::\]:443 .*$/m, `    listen 127.0.0.1:${port};`],
  [/^( {4}ssl_.*\n)+/m, ''],
  [/\/opt\/vidik\/build\/client/, path.join(root, 'build', 'client')],
])}
}
`;

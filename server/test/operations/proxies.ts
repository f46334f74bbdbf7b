import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installFromDebian } from '../../../scripts/debian.mjs';

/** The proxies as an operator sets them up: an answer is asked for once more only when the method allows it. */

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
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  for (let n = 0; !(await fetch(`${url}/healthz`).catch(() => null))?.ok; n += 1) {
    if (child.exitCode !== null || n > 100) throw new Error(`${name} does not serve: ${said}`);
    await sleep(100);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Asks `/readyz` twice a second: a second later a server that stops gets no more requests. */
const haproxy = (port: number, servers: readonly number[]) => `
global
  maxconn 4000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option http-keep-alive
  retries 3
  option redispatch 1
frontend front
  bind 127.0.0.1:${port}
  default_backend vidik
backend vidik
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
  http-check expect status 200
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET or { method HEAD }
  default-server check inter 500ms fall 2 rise 1
${servers.map((at) => `  server s${at} 127.0.0.1:${at}`).join('\n')}
`;

/** Asks nobody: it learns that a server is gone when a connection is refused, and then asks the next one. */
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
  upstream vidik {
${servers.map((at) => `    server 127.0.0.1:${at} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 32;
    # Shorter than DRAIN_SECONDS: no kept connection is left to be chosen at the moment when its server goes.
    keepalive_timeout 3s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://vidik;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout;
    }
  }
}
`;

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { TestApp } from './app.ts';
import { whenOver } from './when-over.ts';

/** The application behind a real HTTP server; answers with its port. */
export async function listening({ app }: Pick<TestApp, 'app'>): Promise<number> {
  const server = createServer(getRequestListener(app.fetch));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  whenOver(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * One request written byte by byte, and the status of its answer; 0 when the connection ended without one. `body` is
 * written as the connection takes it, `end` cuts the request off afterwards. The connection is kept alive, as browsers and
 * proxies do: one that is to close with its answer is reset by Node when more of the body comes, and the answer is lost.
 */
export async function rawRequest(
  port: number,
  {
    method = 'POST',
    path,
    headers,
    body = [],
    end = false,
    timeoutMs = 20_000,
  }: {
    method?: string;
    path: string;
    headers: Record<string, string>;
    body?: Iterable<Buffer | string>;
    end?: boolean;
    timeoutMs?: number;
  },
): Promise<{ status: number; text: string; sent: number }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let sent = 0;
  let over = false;
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isWhole(text)) resolve();
    });
  }).then(() => {
    over = true;
  });
  await once(socket, 'connect');
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  for (const chunk of body) {
    if (over || text !== '') break;
    sent += chunk.length;
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), ended]);
  }
  if (end) socket.end();
  await Promise.race([ended, sleep(timeoutMs, undefined, { ref: false })]);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, sent };
}

/** An answer that says its length has come whole. */
function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  return head >= 0 && length !== undefined && text.length >= head + 4 + Number(length);
}

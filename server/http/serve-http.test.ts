import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { PART_MS } from '#domain/files/rules.ts';
import { createLog } from '../platform/log/log.ts';
import { openMetrics } from '../platform/log/metrics.ts';
import { whenOver } from '../test/when-over.ts';
import { serveHttp } from './serve-http.ts';

const http = await serveHttp({
  fetch: () => new Response('answered'),
  site: { answer: () => false } as never,
  metrics: openMetrics(),
  log: createLog('silent'),
  nameRoute: (path) => path,
  host: '127.0.0.1',
  port: 0,
});
whenOver(() => http.stop());

test('headers must come within a minute, and a body within longer than a browser waits for a part of an upload', async () => {
  const servers: Server[] = [];
  const note = (message: unknown) => void servers.push((message as { server: Server }).server);
  subscribe('http.server.request.start', note);
  expect(await (await fetch(`http://127.0.0.1:${http.port}/`)).text()).toBe('answered');
  unsubscribe('http.server.request.start', note);
  const [{ headersTimeout, requestTimeout }] = servers as [Server];
  expect([headersTimeout, requestTimeout]).toEqual([60_000, 200_000]);
  expect(requestTimeout).toBeGreaterThan(PART_MS);
});

import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { createLog } from '../platform/log/log.ts';
import { openMetrics } from '../platform/log/metrics.ts';
import { testApp } from '../test/app.ts';
import { eventually } from '../test/eventually.ts';
import { createRouteNamer } from './route-names.ts';
import { serveHttp } from './serve-http.ts';

const { deps } = await testApp();
const app = createApp(deps);
const nameRoute = createRouteNamer(app.routes);

test('the log of requests names routes, never the tickets, codes and numbers in their paths', async () => {
  const written = new PassThrough({ encoding: 'utf8' });
  const http = await serveHttp({
    fetch: app.fetch,
    site: { answer: () => false } as never,
    metrics: openMetrics(),
    log: createLog('debug', written),
    nameRoute,
    host: '127.0.0.1',
    port: 0,
  });
  afterAll(() => http.stop());
  const secret = 'Zx9'.repeat(14);
  const paths = [
    `/api/event/tickets/${secret}`,
    `/api/event/tickets/${secret}/pdf`,
    `/event/karta/${secret}`,
    `/api/tv/pairings/123456789/wait?secret=${secret}`,
    `/auth/v1/factors/${secret}/verify`,
    `/nowhere/${secret}`,
    `/${secret}`,
    `/api/${secret}`,
  ];
  for (const path of paths) await (await fetch(`http://127.0.0.1:${http.port}${path}`)).arrayBuffer();
  const lines: string[] = [];
  written.on('data', (text: string) => lines.push(...text.trim().split('\n')));
  await eventually(() => expect(lines.length).toBe(paths.length));
  expect(lines.join('')).not.toContain(secret.slice(0, 12));
  expect(lines.join('')).not.toContain('123456789');
});

test('every path has the name of its route', () => {
  expect(nameRoute('/api/event/tickets/abc')).toBe('/api/event/tickets/:token');
  expect(nameRoute('/auth/v1/factors/recovery-codes')).toBe('/auth/v1/factors/recovery-codes');
  expect(nameRoute('/auth/v1/factors/0b2c')).toBe('/auth/v1/factors/:id');
  expect(nameRoute('/event/karta/abc')).toBe('/event/karta/:token');
  expect(nameRoute('/event/karte')).toBe('/event/karte');
  expect(nameRoute('/')).toBe('/');
  expect(nameRoute('/storage/videos/a.mp4')).toBe('/storage/…');
  expect(nameRoute('/somewhere')).toBe('/…');
});

import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { profiles } from '../accounts/schema.ts';
import { sessions, users } from '../auth/schema.ts';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { eventually, untilNotified } from '../test/eventually.ts';
import { person, type TestPerson } from '../test/people.ts';

/** The streams over a listening server and a real connection, as browsers and proxies see them. */

const app = await testApp();
const server = createServer(getRequestListener(app.app.fetch));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => server.closeAllConnections());

interface Stream {
  response: IncomingMessage;
  /** Every word so far. */
  topics: string[];
  isOpen(): boolean;
  hang(): void;
}

function open(which: 'me' | 'admin', who: TestPerson): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const request = get(
      {
        port,
        path: `/api/live/${which}`,
        headers: { authorization: `Bearer ${who.token}`, 'accept-encoding': 'gzip' },
      },
      (response) => {
        const topics: string[] = [];
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          // People made for these tests are changes of the list, too.
          for (const [, topic] of chunk.matchAll(/"changed":"(\w+)"/g)) if (topic !== 'profiles') topics.push(topic!);
        });
        response.on('error', () => {});
        resolve({ response, topics, isOpen: () => !response.closed, hang: () => request.destroy() });
      },
    );
    request.once('error', reject);
  });
}
const opened = async (which: 'me' | 'admin', who: TestPerson) => {
  await untilNotified(app);
  const stream = await open(which, who);
  await eventually(() => expect(stream.topics).toEqual(['ready']));
  return stream;
};
const sell = () =>
  app.db.insert(orders).values({ email: 'a@primer.rs', kind: 'device', productName: 'x', amount: 100 });

test('a stream is an uncompressed, uncached event stream that nobody holds back', async () => {
  const stream = await opened('admin', await person(app, 'admin'));
  expect(stream.response.headers).toMatchObject({ 'content-type': 'text/event-stream' });
  expect(stream.response.headers['content-encoding']).toBeUndefined();
  expect(stream.response.headers).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  await sell();
  await eventually(() => expect(stream.topics).toEqual(['ready', 'orders']));
  stream.hang();
});

test('a reader who goes away leaves nothing behind', async () => {
  await eventually(() => expect(app.deps.live.subscribers()).toBe(0));
  const admin = await person(app, 'admin');
  const streams = await Promise.all(Array.from({ length: 20 }, () => opened('admin', admin)));
  expect(app.deps.live.subscribers()).toBe(20);
  for (const stream of streams) stream.hang();
  await eventually(() => expect(app.deps.live.subscribers()).toBe(0));
});

test('a person who loses the right, is blocked, deleted or signed out loses the stream at once', async () => {
  const ways: [string, 'me' | 'admin', (who: TestPerson) => Promise<unknown>][] = [
    ['right', 'admin', (who) => app.db.update(profiles).set({ isAdmin: false }).where(sql`id = ${who.id}`)],
    ['block', 'admin', (who) => app.db.update(profiles).set({ blockedAt: new Date() }).where(sql`id = ${who.id}`)],
    ['block', 'me', (who) => app.db.update(profiles).set({ blockedAt: new Date() }).where(sql`id = ${who.id}`)],
    [
      'ban',
      'me',
      (who) =>
        app.db
          .update(users)
          .set({ bannedUntil: new Date('2100-01-01') })
          .where(sql`id = ${who.id}`),
    ],
    ['deletion', 'admin', (who) => app.db.delete(users).where(sql`id = ${who.id}`)],
    ['deletion', 'me', (who) => app.db.delete(users).where(sql`id = ${who.id}`)],
    ['sign-out', 'admin', (who) => app.db.delete(sessions).where(sql`id = ${who.sessionId}`)],
    ['sign-out', 'me', (who) => app.db.delete(sessions).where(sql`id = ${who.sessionId}`)],
  ];
  for (const [way, which, happen] of ways) {
    const who = await person(app, 'admin');
    const stream = await opened(which, who);
    await happen(who);
    await eventually(() => expect(stream.isOpen(), `${which}: ${way}`).toBe(false));
  }
});

test('signing out elsewhere leaves this session’s stream open', async () => {
  const who = await person(app, 'admin');
  const other = await app.db.insert(sessions).values({ userId: who.id }).returning();
  const stream = await opened('admin', who);
  await app.db.delete(sessions).where(sql`id = ${other[0]!.id}`);
  await sell();
  await eventually(() => expect(stream.topics).toContain('orders'));
  stream.hang();
});

test('when the database drops the listening connection every reader reads again, and notifications go on', async () => {
  const stream = await opened('admin', await person(app, 'admin'));
  await app.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'vidik live'`);
  await eventually(() => expect(stream.topics).toEqual(['ready', 'ready']));
  await sell();
  await eventually(() => expect(stream.topics).toEqual(['ready', 'ready', 'orders']));
  stream.hang();
});

test('hundreds of streams are notified of a change, and the database is asked nothing for them', async () => {
  const admin = await person(app, 'admin');
  const streams: Stream[] = [];
  for (let i = 0; i < 4; i++)
    streams.push(...(await Promise.all(Array.from({ length: 50 }, () => opened('admin', admin)))));
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await sell();
  await eventually(() => expect(streams.every((stream) => stream.topics.includes('orders'))).toBe(true));
  const clients = query.mock.contexts as unknown as { connectionParameters: { application_name: string } }[];
  const statements = query.mock.calls
    .filter((_, n) => clients[n]!.connectionParameters.application_name === 'vidik')
    .map(([asked]) => (typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text));
  // Jobs, listening and the look for stalls ask by the clock, on connections of their own.
  expect(statements).toEqual([expect.stringMatching(/^insert into "orders"/)]);
  for (const stream of streams) stream.hang();
  await eventually(() => expect(app.deps.live.subscribers()).toBe(0));
});

test('the server’s stop ends every stream', async () => {
  const stream = await opened('admin', await person(app, 'admin'));
  await app.deps.live.close();
  await eventually(() => expect(stream.isOpen()).toBe(false));
});

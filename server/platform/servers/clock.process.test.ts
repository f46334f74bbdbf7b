import path from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { addressOf, builtServer, emptyDataDir, ended, heard } from '../../test/server-process.ts';
import { watchClock } from './clock.ts';

const { databaseUrl, db } = await testApp();
const { launch } = builtServer(databaseUrl);

test('a server whose clock is not that of the database says so, is not ready, and is ready again once it is set', async () => {
  const server = launch({
    DATA_DIR: emptyDataDir(),
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=${path.resolve('server/test/shifted-clock.mjs')}`,
    CLOCK_AHEAD_MS: String(20 * 60_000),
  });
  const address = await addressOf(server);
  await heard(server, 'the clock is 1200 s ahead of that of the database: set both by NTP');
  const answer = await fetch(`${address}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ ok: false, reason: 'the clock is 1200 s ahead of that of the database' });
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  server.child.kill('SIGUSR2');
  await eventually(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200));
  await heard(server, 'the clock is that of the database again');
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
});

test('only what is surely more than five seconds apart counts, and a database that is away says nothing of the clock', async () => {
  const said: string[] = [];
  const log = { error: (line: string) => said.push(line), info: (line: string) => said.push(line) };
  let ahead = 4_000;
  let isAway = false;
  let delay = 0;
  const ask = async (query: string) => {
    if (isAway) throw new Error('away');
    const rows = await db.ask<{ at: string }>(query);
    await new Promise((resolve) => setTimeout(resolve, delay));
    return rows;
  };
  const watch = await watchClock({ ask }, log as never, { now: () => Date.now() + ahead, lookMs: 20 });
  expect(watch.problem()).toBeNull();
  delay = 600;
  ahead = 4_900;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(watch.problem(), 'half of the way there and back may be the difference').toBeNull();
  delay = 0;
  ahead = -60_000;
  await eventually(() => expect(watch.problem()).toBe('the clock is 60 s behind that of the database'));
  isAway = true;
  ahead = 0;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(watch.problem()).not.toBeNull();
  isAway = false;
  await eventually(() => expect(watch.problem()).toBeNull());
  watch.stop();
  expect(said).toHaveLength(2);
});

import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/day.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';
import { campaigns } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const desk = call(app, await person(app, 'admin')).campaigns.admin;
const company = await adverts.company({ banners: 10_000 });

/** So many that are over, the newest first. */
async function over(many: number, state: 'done' | 'withdrawn' | 'rejected' = 'done'): Promise<string[]> {
  const ago = (n: number, days = 0) => new Date(clock.now.getTime() - n * MINUTE_MS - days * DAY_MS);
  const rows = Array.from({ length: many }, (_, n) => ({
    profileId: company.id,
    name: `Nekada ${n}`,
    kind: 'banner' as const,
    state,
    startsAt: ago(n, 20),
    endsAt: ago(n, 10),
    schedule: [0, 0, 0, 0, 0, 0, 1],
    budget: 100,
    createdAt: ago(n, 30),
    decidedAt: ago(n, 25),
  }));
  return (await db.insert(campaigns).values(rows).returning({ id: campaigns.id })).map(({ id }) => id);
}

/** How many rows of campaigns and of their plays the statements behind a question come to. */
async function rowsReadFor(ask: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await ask();
  const asked = query.mock.calls as unknown as [pg.QueryConfig | string, unknown[] | undefined][];
  query.mockRestore();
  let rows = 0;
  for (const [statement, values] of asked) {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!/^select .*(from "campaigns"|from "creatives")/s.test(text)) continue;
    const [plan] = await db.ask<{ 'QUERY PLAN': [{ Plan: { 'Actual Rows': number } }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    rows += plan!['QUERY PLAN'][0].Plan['Actual Rows'];
  }
  return rows;
}

test('campaigns that are over are read a page at a time, newest first', async () => {
  const done = await over(60);
  const first = await desk.list({ state: 'done' });
  expect(first.rows.map(({ id }) => id)).toEqual(done.slice(0, 50));
  expect(first.rows[0]).toMatchObject({ state: 'done', companyId: company.id, isAccountOpen: true });
  const second = await desk.list({ state: 'done', after: first.next! });
  expect([second.rows.map(({ id }) => id), second.next]).toEqual([done.slice(50), null]);
  expect(await desk.list({ state: 'rejected' })).toEqual({ rows: [], next: null });
});

test('what waits is read without the campaigns that are over, which are counted all the same', async () => {
  const waiting = await adverts.campaign(company, { sentAt: clock.now });
  const starts = new Date(clock.now.getTime() - 5 * DAY_MS);
  const ends = new Date(clock.now.getTime() + 5 * DAY_MS);
  const late = await adverts.campaign(company, { startsAt: starts, endsAt: ends, pace: 'even', budget: 1_000 });
  await adverts.approve(late);
  await adverts.approve(await adverts.campaign(company));
  const before = await desk.queue();
  const rows = await rowsReadFor(() => desk.queue());
  await over(300);
  await over(5, 'withdrawn');
  await over(7, 'rejected');
  expect(await rowsReadFor(() => desk.queue()), 'rows of campaigns').toBeLessThanOrEqual(rows + 30);
  const { waiting: still, counts, decisions } = await desk.queue();
  expect(still).toEqual(before.waiting);
  expect(still.map(({ id }) => id)).toEqual([waiting]);
  expect(counts).toEqual({
    active: 2,
    behind: 1,
    paused: 0,
    rejected: 7,
    done: before.counts.done + 305,
  });
  expect(decisions).toHaveLength(12);
  expect((await desk.list({ state: 'behind' })).rows.map(({ id }) => id)).toEqual([late]);
});

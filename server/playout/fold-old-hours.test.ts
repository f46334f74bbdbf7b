import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { campaigns } from '../campaigns/schema.ts';
import { jobs } from '../jobs.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call } from '../test/people.ts';
import { foldOldHours } from './fold-old-hours.ts';
import { proveUnits } from './prove.ts';
import { playHours } from './schema.ts';

const app = await testApp();
const { db, clock, deps } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const { after, approve, campaign, company, runJobs, shown, tv } = await testAdverts(app);

/** A campaign of which something is shown in three hours of one day and in one of the next. */
async function shownFor() {
  const who = await company();
  const id = await campaign(who);
  expect(await approve(id)).toBe(true);
  const { player } = await tv();
  for (const minutes of [60, 60, 22 * 60, 0]) {
    const { leases } = await player.bag();
    const told = leases.slice(0, 2).map((lease, n) => shown(lease, { after: 15 * n }));
    await after(5);
    await player.report({ plays: told });
    if (minutes > 0) await after(minutes - 5);
  }
  return { who, id };
}
const hoursOf = (id: string) =>
  db
    .select({ hour: playHours.hour, plays: playHours.plays, units: playHours.units })
    .from(playHours)
    .where(sql`${eq(playHours.campaignId, id)} and ${playHours.outcome} = 'counted'`)
    .orderBy(playHours.hour);
async function saidOf({ who, id }: Awaited<ReturnType<typeof shownFor>>) {
  const { counted, days } = await call(app, who).campaigns.own.report({ id });
  const file = (await call(app, who).campaigns.own.reportFile({ id })) as File;
  return { counted, days: days.map((one) => one.counted), lines: (await file.text()).trim().split('\n').slice(1) };
}

test('ten years after a campaign its hours become days; the report, the units and the proof stay as they were', async () => {
  const first = await shownFor();
  await after(24 * 60);
  await after(5 * 24 * 60);
  expect((await hoursOf(first.id)).map(({ plays }) => plays)).toEqual([2, 2, 2, 2]);
  const before = await saidOf(first);
  expect(before.lines).toHaveLength(4);
  expect(before.lines[0]).toMatch(/;\d\d:\d\d;/);

  const ended = (await db.select().from(campaigns).where(eq(campaigns.id, first.id)))[0]!.endsAt;
  const inYears = (years: number, days: number) => {
    const then = new Date(ended);
    then.setUTCFullYear(then.getUTCFullYear() + years);
    return new Date(then.getTime() + days * DAY_MS);
  };
  clock.now = inYears(10, -1);
  await runJobs();
  await foldOldHours(deps);
  expect(await hoursOf(first.id), 'a day too early').toHaveLength(4);

  clock.now = inYears(10, 1);
  await runJobs();
  await foldOldHours(deps);
  expect(await hoursOf(first.id), 'its single plays are there').toHaveLength(4);
  await proveUnits(deps);
  await runJobs();
  const young = await shownFor();
  await after(24 * 60);
  const kept = await hoursOf(young.id);
  const said: string[] = [];
  const works: Jobs = jobs(deps);
  const job = works['playout.fold-old-hours']!;
  const report = (done: number, total: number) => void said.push(`${done} of ${total}`);
  await Promise.all([job.work({}, report), job.work({}, report)]);
  expect(said.at(-1), 'whoever looks at the job sees how far it is').toMatch(/^(\d+) of \1$/);
  const folded = await hoursOf(first.id);
  expect(folded.map(({ plays, units }) => [plays, units])).toEqual([
    [6, 6],
    [2, 2],
  ]);
  expect(await hoursOf(young.id), 'another campaign keeps its hours').toEqual(kept);
  await foldOldHours(deps);
  expect(await hoursOf(first.id)).toEqual(folded);
  const then = await saidOf(first);
  expect(then).toMatchObject({ counted: before.counted, days: before.days });
  expect(then.lines.map((line) => line.split(';')[1])).toEqual(['', '']);
  expect(await db.ask('select * from unit_differences')).toEqual([]);
});

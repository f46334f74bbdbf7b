import pg from 'pg';
import { openDatabase } from '#server/platform/db.ts';
import { HOUR_MS } from '../domain/day.ts';
import { databaseUrlOf, startServer } from './measure/server.ts';
import { type Figure, median, perSecond } from './measure/table.ts';
import { addCampaigns, addLeases, addPlays, addTvs, tokenOf } from './rows/adverts-rows.ts';
import { members } from './rows/people.ts';

const CONNECTIONS = 8;
const ROUNDS = 3;
/** Plays in a report, and leases that a bag of these TVs has about. */
const PLAYS = 50;
const TVS = 400;
const HOURS = 10;
const BAGS = 1_000;
/** Plays that are there before; `PLAYS_BEFORE=20000000` is what the figure asks for and takes 9 GB. */
const BEFORE = Number(process.env.PLAYS_BEFORE ?? 1_000_000);
const ms = (time: number): string => `${time.toFixed(0)} ms`;
const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;

interface Batch {
  token: string;
  body: string;
}

/**
 * TVs that report fifty new plays at a time over HTTP, answered after the commit, once of many campaigns and once of one; bags with exact
 * budgets; beside them the same rows one at a time, and counters that a batch raises.
 */
export default async function playout(): Promise<Figure[]> {
  const server = await startServer();
  const db = openDatabase(databaseUrlOf(server), { max: 2, statementMs: HOUR_MS });
  try {
    const [{ fsync, commits }] = (await db.ask(
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits",
    )) as [{ fsync: string; commits: string }];
    await members(server, 1);
    await addCampaigns(db, 500);
    await addPlays(db, BEFORE);
    let tvs = 0;
    const figures: Figure[] = [];
    for (const campaigns of [500, 1]) {
      if (campaigns === 1) await addCampaigns(db, 1);
      await addTvs(db, tvs, TVS);
      await addLeases(db, tvs, TVS, HOURS);
      await db.ask('vacuum analyze');
      const batches = await readBatches(db, tvs);
      tvs += TVS;
      const rounds = await inRounds(
        batches,
        (batch) => post(`${server.url}/api/tv/report`, batch, 'remove', PLAYS),
        db,
      );
      figures.push(...reportFigures(rounds, campaigns, `fsync ${fsync}, synchronous_commit ${commits}`));
      if (campaigns === 500) figures.push(await repeats(server.url, batches.slice(0, 500), db));
    }
    figures.push(...(await others(databaseUrlOf(server))));
    for (const campaigns of [1, 500]) {
      if (campaigns === 500) await addCampaigns(db, 500);
      await addTvs(db, tvs, BAGS * ROUNDS);
      await db.ask('vacuum analyze');
      const tokens = Array.from({ length: BAGS * ROUNDS }, (_, n) => ({ token: tokenOf(tvs + n), body: '{}' }));
      tvs += BAGS * ROUNDS;
      const rounds = await inRounds(tokens, (one) => post(`${server.url}/api/tv/bag`, one, 'leases', 39), db);
      const rate = median(rounds.map(({ perSecond: bags }) => bags));
      const p99 = at(
        rounds.flatMap(({ times }) => times),
        0.99,
      );
      figures.push({
        what: `bags of about 40 leases, ${campaigns} campaign${campaigns > 1 ? 's' : ''}, p99 ${ms(p99)}`,
        measured: perSecond(rate),
        comparison: spread(rounds),
        target: '≥ 150/s, p99 ≤ 300 ms',
        met: rate >= 150 && p99 <= 300,
      });
    }
    const [row] = await db.ask<{ over: number }>(
      'select count(*)::int as over from unit_reservations where leased - released > budget',
    );
    figures.push({
      what: 'campaigns over their budget',
      measured: String(row!.over),
      target: '0',
      met: row!.over === 0,
    });
    return figures;
  } finally {
    await db.close();
    await server.stop();
  }
}

async function readBatches(db: ReturnType<typeof openDatabase>, from: number): Promise<Batch[]> {
  const rows = await db.ask<{ n: number; hour: Date; ids: string[] }>(
    `select d.number - 100000000 as n, l.hour, array_agg(l.id) as ids from leases l join devices d on d.id = l.tv_id
     where d.number between 100000000 + $1::int and 100000000 + $2::int group by d.number, l.hour order by md5(d.number::text || l.hour::text)`,
    [from, from + TVS - 1],
  );
  return rows.map(({ n, hour, ids }) => ({
    token: tokenOf(n),
    body: JSON.stringify({
      plays: ids.map((lease, nth) => ({
        lease,
        startedAt: new Date(hour.getTime() + nth * 16_000).toISOString(),
        shownMs: 15_000,
        visibleMs: 15_000,
        progressMs: 15_000,
      })),
    }),
  }));
}

async function post(url: string, { token, body }: Batch, part: string, least: number): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  });
  const answer = (await response.json()) as Record<string, unknown[]>;
  if (!response.ok || (answer[part]?.length ?? 0) < least)
    throw new Error(`${url} was answered with ${response.status}: ${JSON.stringify(answer).slice(0, 300)}`);
}

interface Round {
  perSecond: number;
  times: number[];
  walBytes: number;
}

/** Every connection asks again as soon as it is answered; each request is made once. */
async function inRounds(all: Batch[], send: (one: Batch) => Promise<void>, db: ReturnType<typeof openDatabase>) {
  const rounds: Round[] = [];
  const each = Math.floor(all.length / ROUNDS);
  const wal = async () =>
    Number((await db.ask<{ at: string }>("select pg_current_wal_lsn() - '0/0'::pg_lsn as at"))[0]!.at);
  for (let round = 0; round < ROUNDS; round += 1) {
    const waiting = all.slice(round * each, (round + 1) * each);
    const times: number[] = [];
    const [before, began] = [await wal(), performance.now()];
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let one = waiting.pop(); one; one = waiting.pop()) {
          const asked = performance.now();
          await send(one);
          times.push(performance.now() - asked);
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    rounds.push({ perSecond: each / seconds, times, walBytes: ((await wal()) - before) / each });
  }
  return rounds;
}

const spread = (rounds: Round[], times = 1) =>
  `rounds ${rounds.map((round) => Math.round(round.perSecond * times).toLocaleString('en')).join(', ')}`;

function reportFigures(rounds: Round[], campaigns: number, how: string): Figure[] {
  const rate = median(rounds.map(({ perSecond: batches }) => batches * PLAYS));
  const times = rounds.flatMap((round) => round.times);
  const of = campaigns > 1 ? `${campaigns} campaigns` : 'one campaign';
  return [
    {
      what: `new plays, ${of}, ${(BEFORE / 1e6).toLocaleString('en')} million before, ${how}`,
      measured: perSecond(rate),
      comparison: spread(rounds, PLAYS),
      target: '≥ 10,000/s',
      met: rate >= 10_000,
    },
    {
      what: `a report of ${PLAYS} plays, ${of}, p99`,
      measured: ms(at(times, 0.99)),
      comparison: `median ${ms(at(times, 0.5))}, ${Math.round(median(rounds.map(({ walBytes }) => walBytes)) / PLAYS)} bytes of WAL for a play`,
      target: '≤ 150 ms',
      met: at(times, 0.99) <= 150,
    },
  ];
}

async function repeats(url: string, batches: Batch[], db: ReturnType<typeof openDatabase>): Promise<Figure> {
  const rounds = await inRounds(batches, (batch) => post(`${url}/api/tv/report`, batch, 'remove', PLAYS), db);
  return {
    what: 'the same reports again: plays that are known',
    measured: perSecond(median(rounds.map(({ perSecond: batches }) => batches * PLAYS))),
    comparison: spread(rounds, PLAYS),
  };
}

/** Straight in the database, without a server between: a row at a time, and a batch that raises one counter. Neither is safe to repeat. */
async function others(url: string): Promise<Figure[]> {
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const [first] = clients;
  await first!.query(
    'create table bench_stats (id bigserial primary key, campaign int, tv uuid, at timestamptz, ms int)',
  );
  await first!.query('create table bench_counters (campaign int primary key, plays bigint not null)');
  await first!.query('insert into bench_counters select n, 0 from generate_series(0, 499) n');
  const insert = (rows: number) =>
    `insert into bench_stats (campaign, tv, at, ms) select $1, gen_random_uuid(), now(), 15000 from generate_series(1, ${rows})`;
  const during = async (seconds: number, once: (client: pg.Client) => Promise<number>) => {
    let done = 0;
    const ends = performance.now() + seconds * 1000;
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < ends) done += await once(client);
      }),
    );
    return done / seconds;
  };
  const campaign = () => Math.floor(Math.random() * 500);
  const oneByOne = await during(5, async (client) => {
    const of = campaign();
    await client.query(insert(1), [of]);
    await client.query('update bench_counters set plays = plays + 1 where campaign = $1', [of]);
    return 1;
  });
  const counters = await during(5, async (client) => {
    await client.query('begin');
    await client.query(insert(PLAYS), [0]);
    await client.query('update bench_counters set plays = plays + 50 where campaign = 0');
    await client.query('commit');
    return PLAYS;
  });
  await Promise.all(clients.map((client) => client.end()));
  return [
    { what: 'beside it, in the database alone: a row and a counter at a time', measured: perSecond(oneByOne) },
    { what: 'beside it, in the database alone: fifty rows and one counter, as Xibo', measured: perSecond(counters) },
  ];
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import type { TestPerson } from '#server/test/people.ts';
import { cpuOf, cpuOfWorkers, processTreeOf } from './measure/processes.ts';
import { databaseUrlOf, startBare, startServer } from './measure/server.ts';
import { type Figure, median, percent, perSecond } from './measure/table.ts';
import { members } from './rows/people.ts';

const ROUNDS = 3;
/** Of a round, and of the long run at the end. */
const ROUND_MS = Number(process.env.ROUND_SECONDS ?? 6) * 1_000;
const LONG_SECONDS = Number(process.env.SECONDS ?? 60);
const PARTS = ['server', 'postgres', 'sandbox', 'mailServer', 'load'] as const;
type Part = (typeof PARTS)[number];
const PRODUCT = devicePackages[0]!;
/** Buyers with a session each; more than customers at once, as in a shop. */
const BUYERS = 100;

interface Round {
  /** Orders a second, until the last was bought and until the last of their mails had arrived. */
  rate: number;
  whole: number;
  p95: number;
  bareRate: number;
  bareP95: number;
  /** Milliseconds of an order. */
  cpu: Record<Part, number>;
  /** Mails when the buying ends. */
  waiting: number;
}

/**
 * A paid device order, whole: created, its hosted page paid by card, its webhook taken, verified by the returning buyer,
 * both mails (the buyer's and the staff's) at a mail server. The payment sandbox is a thread of the server's process and
 * counted apart. Beside it stands the limit: as many customers who send the same order to a bare `node:http` with one `INSERT`.
 */
export default async function paidOrder(): Promise<Figure[]> {
  const sink = await startBare('mail-sink.ts', {});
  process.env.SMTP_URL = sink.url;
  const server = await startServer();
  delete process.env.SMTP_URL;
  const bare = await startBare('bare-order.ts', { DATABASE_URL: databaseUrlOf(server) });
  const database = new pg.Client(databaseUrlOf(server));
  await database.connect();
  try {
    const buyers = await members(server, BUYERS);
    const orders = (buyer: TestPerson) => buy(server.url, buyer);
    const inserts = async ({ token }: TestPerson) => void (await post(bare.url, token, newOrder()));
    await customers(orders, buyers, 10, 3_000);
    await customers(inserts, buyers, 10, 1_000);
    const figures: Figure[] = [];
    for (const count of [10, 64]) {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(count));
      figures.push(...figuresOf(count, rounds));
    }
    const queue: number[] = [];
    const looks = setInterval(async () => queue.push(await waitingMails()), LONG_SECONDS * (1_000 / 6));
    const bought = await customers(orders, buyers, 10, LONG_SECONDS * 1_000);
    clearInterval(looks);
    await allSent();
    figures.push({
      what: `${LONG_SECONDS} seconds of it, 10 customers`,
      measured: perSecond(bought.length / LONG_SECONDS),
      comparison: `mails waiting after each sixth of them: ${queue.join(', ')}`,
    });
    return figures;

    async function measure(count: number): Promise<Round> {
      const before = cpu();
      const began = performance.now();
      const times = await customers(orders, buyers, count, ROUND_MS);
      const seconds = (performance.now() - began) / 1_000;
      const waiting = await waitingMails();
      await allSent();
      const after = cpu();
      const whole = (times.length * 1_000) / (performance.now() - began);
      const bareTimes = await customers(inserts, buyers, count, ROUND_MS / 2);
      const used = PARTS.map((part) => [part, (after[part] - before[part]) / times.length]);
      return {
        rate: times.length / seconds,
        whole,
        p95: slowOf(times),
        bareRate: (bareTimes.length * 1_000) / (ROUND_MS / 2),
        bareP95: slowOf(bareTimes),
        cpu: Object.fromEntries(used) as Record<Part, number>,
        waiting,
      };
    }

    function cpu(): Record<Part, number> {
      const [node, ...started] = processTreeOf(server.pid);
      const { user, system } = process.cpuUsage();
      const sandbox = cpuOfWorkers(node!);
      return {
        server: cpuOf(node!) - sandbox,
        postgres: started.reduce((sum, pid) => sum + cpuOf(pid), 0),
        sandbox,
        mailServer: cpuOf(sink.pid),
        load: (user + system) / 1_000,
      };
    }

    async function waitingMails(): Promise<number> {
      const { rows } = await database.query<{ n: number }>(
        `select count(*)::int as n from mails where state = 'queued'`,
      );
      return rows[0]!.n;
    }

    async function allSent() {
      while ((await waitingMails()) > 0) await sleep(100);
    }
  } finally {
    await database.end();
    bare.stop();
    await server.stop();
    sink.stop();
  }
}

function figuresOf(count: number, rounds: readonly Round[]): Figure[] {
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick));
  const rates = rounds.map(({ rate }) => Math.round(rate)).join(', ');
  const limit = middle(({ bareRate }) => bareRate);
  return [
    {
      what: `paid device orders, ${count} customers`,
      measured: `${perSecond(middle(({ rate }) => rate))}, p95 ${middle(({ p95 }) => p95).toFixed(0)} ms`,
      comparison: `${ROUNDS} rounds: ${rates}`,
    },
    {
      what: '  beside a bare node:http with one INSERT',
      measured: percent(
        middle(({ rate }) => rate),
        limit,
      ),
      comparison: `${perSecond(limit)}, p95 ${middle(({ bareP95 }) => bareP95).toFixed(0)} ms`,
    },
    {
      what: '  until the last of their mails has arrived',
      measured: perSecond(middle(({ whole }) => whole)),
      comparison: `mails waiting when the buying ends: ${rounds.map(({ waiting }) => waiting).join(', ')}`,
    },
    {
      what: '  CPU of an order with its mails: server, PostgreSQL, sandbox, mail server, load',
      measured: PARTS.map((part) => `${middle(({ cpu }) => cpu[part]).toFixed(1)} ms`).join(', '),
      comparison: `two processors carry ${perSecond(2_000 / PARTS.reduce((sum, part) => sum + middle(({ cpu }) => cpu[part]), 0))} of them`,
    },
  ];
}

/** So slow are five of a hundred. */
const slowOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

/** So many customers buy one after the other for that long, in milliseconds; answers with those that each purchase took. */
async function customers(
  buys: (buyer: TestPerson) => Promise<void>,
  buyers: TestPerson[],
  count: number,
  duration: number,
): Promise<number[]> {
  const until = performance.now() + duration;
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < until) {
        const began = performance.now();
        next += 1;
        await buys(buyers[next % buyers.length]!);
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}

let house = 0;

/** To another address each time: the same words would be the same order. */
function newOrder() {
  house += 1;
  return {
    productName: PRODUCT.name,
    productPrice: PRODUCT.price.amount / 100,
    buyerInfo: {
      firstName: 'Milica',
      lastName: 'Marić',
      companyName: '',
      country: 'RS',
      address: 'Primer ulica',
      addressNumber: String(house),
      city: 'Beograd',
      postalCode: '11000',
      phone: '+381641234567',
    },
    termsVersion: documentVersions.memberTerms,
  };
}

async function buy(url: string, { token }: TestPerson): Promise<void> {
  const created = await post<{ url: string }>(`${url}/api/functions/create-payment`, token, newOrder());
  const paid = await fetch(created.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ do: 'pay', card: '4242 4242 4242 4242' }),
  });
  await paid.arrayBuffer();
  const sessionId = new URL(paid.headers.get('location') ?? '', url).searchParams.get('session_id');
  const verified = await post<{ status: string }>(`${url}/api/functions/verify-payment`, token, { sessionId });
  if (verified.status !== 'paid') throw new Error(`The payment ended as ${JSON.stringify(verified)}.`);
}

async function post<Answer>(url: string, token: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

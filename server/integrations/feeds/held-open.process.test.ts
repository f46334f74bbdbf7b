import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { call, person } from '../../test/people.ts';

const HELD_MS = 30_000;
const app = await testApp();
const admin = await person(app, 'admin');
const { vouchers } = call(app, admin).integrations.feeds;

interface Line {
  cursor: string;
  code: string;
}

test('a transaction that is held open for 30 seconds while others write and a reader reads on loses nothing and repeats nothing', {
  timeout: 4 * HELD_MS,
}, async () => {
  let after: string | undefined;
  const read: string[] = [];
  const readOn = async () => {
    const file = await vouchers({ limit: 5000, ...(after ? { after } : {}) });
    const lines = (await file.text()).split('\n').slice(0, -1);
    const rows = lines.map((line) => JSON.parse(line) as Line);
    read.push(...rows.map(({ code }) => code));
    after = rows.at(-1)?.cursor ?? after;
  };
  const write = (client: Pick<pg.Client, 'query'>, code: string) =>
    client.query('insert into vaucerkod (kod, kol_lbanera) values ($1, 1)', [code]);
  const others = new pg.Client({ connectionString: app.databaseUrl });
  const slow = new pg.Client({ connectionString: app.databaseUrl });
  await Promise.all([others.connect(), slow.connect()]);

  const before = '300000000000000000';
  await write(others, before);
  await eventually(async () => {
    await readOn();
    expect(read).toEqual([before]);
  });

  const held = '300000000000000001';
  await slow.query('begin');
  await write(slow, held);
  const began = performance.now();
  const meanwhile: string[] = [];
  let readings = 0;
  while (performance.now() - began < HELD_MS) {
    const code = String(300_000_000_000_000_002n + BigInt(meanwhile.length));
    await write(others, code);
    meanwhile.push(code);
    await readOn();
    readings += 1;
    await sleep(500);
  }
  expect(readings).toBeGreaterThan(20);
  expect(read, 'what is behind the open one waits for it').toEqual([before]);

  await slow.query('commit');
  await eventually(async () => {
    await readOn();
    expect(read.length).toBeGreaterThan(1);
  });
  await eventually(async () => {
    await readOn();
    expect(read).toEqual([before, held, ...meanwhile]);
  });
  await readOn();
  expect(read).toHaveLength(2 + meanwhile.length);
  await Promise.all([others.end(), slow.end()]);
});

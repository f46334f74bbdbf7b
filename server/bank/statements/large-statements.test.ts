import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseMinorUnits } from '#domain/bank/money.ts';
import { LARGEST_STATEMENT } from '#domain/bank/statement.ts';
import { testApp } from '../../test/app.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, person } from '../../test/people.ts';
import { size } from '../../test/size.ts';
import { camtFile } from '../../test/statements.ts';
import type { StatementFile } from './read.ts';
import { readInThread } from './read-in-thread.ts';
import type { ThreadAnswer } from './thread.ts';

const app = await testApp();
const admin = await person(app, 'admin');
readStatementsPatiently();
const { statements, lines } = call(app, admin).bank;

/** A file of the largest size made of one piece over and over. */
const full = (piece: string, before = '', after = '') =>
  before + piece.repeat(Math.floor((LARGEST_STATEMENT - before.length - after.length) / piece.length)) + after;

/** The work of the thread that answers requests while something is done, in seconds of a processor. */
async function ownWork(doing: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await doing();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000_000;
}

const send = (content: string) => statements.import({ file: new File([content], 'izvod') });
const refused = (reason: string) => ({ code: 'STATEMENT_UNREADABLE', status: 422, data: { reason } });

/** What may be in such a file, and as what it is refused. */
const ODD: [string, () => string, string][] = [
  ['spaces', () => full(' '), 'long'],
  ['line breaks', () => full('\n'), 'lines'],
  ['braces and carriage returns', () => full('{\r'), 'lines'],
  ['one cell of letters', () => full('A', '1', '1'), 'long'],
  ['cells of letters', () => full(`1${'A'.repeat(900)}1;`.repeat(5).concat('\n')), 'columns'],
  ['separators', () => full(`${';'.repeat(199)}\n`), 'long'],
  ['quotation marks', () => full('"'), 'long'],
  ['an open tag', () => full('<'), 'xml'],
  ['tags inside one another', () => full('<a>'), 'xml'],
  ['empty tags', () => full('<a/>', '<Document>', '</Document>'), 'lines'],
  ['attributes', () => full(' a=""', '<Document', '/>'), 'long'],
  ['one text', () => full('x', '<Document>', '</Document>'), 'long'],
  ['entities', () => full('&amp;', '<Document>', '</Document>'), 'long'],
  ['a comment', () => full('-', '<!--'), 'xml'],
];

test.each(ODD)(
  '12 MB of %s are refused with a sentence while the server goes on answering',
  async (_, make, reason) => {
    const content = make();
    const work = await ownWork(async () => {
      await expect(send(content)).rejects.toMatchObject(refused(reason));
    });
    expect(work).toBeLessThan(5);
  },
);

/** As many payments as fit. */
function fullStatement(): string {
  const entry = {
    amount: '11716.00',
    currency: 'RSD' as const,
    reference: '97 38-2027000123',
    payer: 'Jelena Petrović',
  };
  const [few, some] = [10, 20].map((count) => camtFile(Array(count).fill(entry)).length);
  const each = (some! - few!) / 10;
  return camtFile(Array(Math.floor((LARGEST_STATEMENT - few!) / each)).fill(entry));
}

const FULL = [...ODD.map(([what, make]) => [what, make] as const), ['payments', fullStatement] as const];

test.each(FULL)('12 MB of %s are read or refused within two seconds of a processor', async (_, make) => {
  const content = make();
  expect(content.length).toBeGreaterThan(0.99 * LARGEST_STATEMENT);
  const file: StatementFile = { bytes: new TextEncoder().encode(content), remembered: {} };
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: file });
  onTestFinished(async () => void (await thread.terminate()));
  const [{ work }] = (await once(thread, 'message')) as [ThreadAnswer];
  expect(work).toBeLessThan(2);
});

const PAYMENTS = size(2_000, 12_000);
test(`a real statement of ${PAYMENTS} payments is read, and a page of it is a page`, async () => {
  const entry = {
    amount: '11716.00',
    currency: 'RSD' as const,
    reference: '97 38-2027000123',
    purpose: 'Rezervacija 123 '.repeat(12),
    payer: 'Jelena Petrović',
  };
  const entries = Array.from({ length: PAYMENTS }, (_, n) => ({ ...entry, bankReference: `B${n}` }));
  const content = camtFile(entries);
  expect(content.length).toBeLessThan(LARGEST_STATEMENT);
  const answer = await send(content);
  expect(answer).toMatchObject({ kind: 'imported', lines: PAYMENTS });
  const { importId } = answer as { importId: string };
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const page = await lines.list({ importId });
  // A connection that is lost meanwhile is replaced: its statement has no rows.
  const answers = await Promise.allSettled<pg.QueryResult>(query.mock.results.map(({ value }) => value));
  expect(page.rows).toHaveLength(100);
  const rows = answers.map((each) => (each.status === 'fulfilled' ? (each.value?.rows?.length ?? 0) : 0));
  expect(Math.max(...rows), 'a page reads a page').toBe(101);
  expect((await statements.sums({ importId })).verdicts.unknown?.lines).toBe(PAYMENTS);
});

test('of many statements at once two are read at a time', async () => {
  let [alive, most] = [0, 0];
  const count = (thread: Worker) => {
    alive += 1;
    most = Math.max(most, alive);
    thread.once('exit', () => {
      alive -= 1;
    });
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  const bytes = new TextEncoder().encode(camtFile([{ amount: '1.00', currency: 'RSD' }]));
  const read = await Promise.all(Array.from({ length: 6 }, () => readInThread({ bytes, remembered: {} })));
  expect(read.map(({ kind }) => kind)).toEqual(Array(6).fill('read'));
  expect(most).toBe(2);
});

test('what takes longer than its time is ended and refused in words', async () => {
  const bytes = new TextEncoder().encode(
    camtFile(Array.from({ length: 20_000 }, () => ({ amount: '1.00', currency: 'RSD' as const }))),
  );
  await expect(readInThread({ bytes, remembered: {} }, 1)).rejects.toMatchObject({
    ...refused('slow'),
  });
});

test('cells that are too long for a value are no value, and short ones are read as ever', () => {
  expect(parseMinorUnits(`1${'A'.repeat(80_000)}1`)).toBeNull();
  expect(parseMinorUnits('1'.repeat(65))).toBeNull();
  expect(parseMinorUnits('RSD 16.005,00 din.')).toBe(1_600_500);
  expect(parseMinorUnits('€ 136.60')).toBe(13_660);
});

import { randomInt } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DocumentData } from '#domain/documents/data.ts';
import { testApp } from '../test/app.ts';
import { moneyPaper, warrantyPaper } from '../test/papers.ts';
import { type DocumentDraft, hashOf, issueDocument } from './issue.ts';
import { documentSeries, documents } from './schema.ts';

const app = await testApp({ env: { DOCUMENT_START_CREDIT_NOTE: '2026-391' } });
app.clock.now = new Date('2026-11-23T10:00:00Z');
const { db, deps } = app;

const nobody = { orderId: null, packageId: null, profileId: null, price: { amount: 199_900, currency: 'EUR' } };
function draft(kind: Parameters<typeof moneyPaper>[0]): DocumentDraft {
  const { number: _, issuer: __, issuedOn: ___, ...content } = moneyPaper(kind);
  return content;
}
const issue = (kind: Parameters<typeof moneyPaper>[0] = 'invoice') =>
  db.transaction((tx) => issueDocument(tx, deps, draft(kind), nobody));

test('fifty at once, of which many fail at the end, are numbered from 1 without a gap', async () => {
  const failing = new Error('something else in the transaction');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      db.transaction(async (tx) => {
        const issued = await issueDocument(tx, deps, draft('proforma'), nobody);
        await tx.execute(`select pg_sleep(${randomInt(5) / 1000})`);
        if (n % 3 === 0) throw failing;
        return issued;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBe(failing);
  const rows = await db.select().from(documents).where(eq(documents.kind, 'proforma')).orderBy(asc(documents.ordinal));
  expect(rows.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 33 }, (_, n) => n + 1));
  expect(rows[0]!.number).toBe('P-2026-000001');
});

test('a second before midnight in Belgrade is the old year, midnight the new one', async () => {
  app.clock.now = new Date('2026-12-31T22:59:59Z');
  const last = await issue();
  app.clock.now = new Date('2026-12-31T23:00:00Z');
  const first = await issue();
  expect([last.number, first.number]).toEqual(['R-2026-000001', 'R-2027-000001']);
  expect([last.data.issuedOn, first.data.issuedOn]).toEqual(['2026-12-31', '2027-01-01']);
  expect([last.keptUntil, first.keptUntil]).toEqual(['2036-12-31', '2037-12-31']);
  app.clock.now = new Date('2026-11-23T10:00:00Z');
});

test('a first number holds for its year alone', async () => {
  expect((await issue('creditNote')).number).toBe('K-2026-000391');
  expect((await issue('creditNote')).number).toBe('K-2026-000392');
  app.clock.now = new Date('2027-02-01T10:00:00Z');
  expect((await issue('creditNote')).number).toBe('K-2027-000001');
  app.clock.now = new Date('2026-11-23T10:00:00Z');
});

test('a warranty has the number of its order, and a second one says so', async () => {
  const { number: _, issuer: __, issuedOn: ___, ...content } = warrantyPaper();
  const warranty = () => db.transaction((tx) => issueDocument(tx, deps, content, nobody));
  expect((await warranty()).number).toBe('G-1504');
  expect((await warranty()).number).toBe('G-1504-2');
});

test('what was issued carries company, day and content, and the hash of exactly that', async () => {
  const issued = await issue();
  const [kept] = await db.select().from(documents).where(eq(documents.id, issued.id));
  expect(kept!.data).toMatchObject({
    number: issued.number,
    issuedOn: '2026-11-23',
    issuer: { name: 'Vidik primer d.o.o.' },
  });
  expect(DocumentData.parse(kept!.data)).toEqual(kept!.data);
  expect(hashOf(kept!.data)).toBe(kept!.dataSha256);
  expect(kept!.gross).toBe(23_422_300);
});

test('nobody changes or removes what was issued, nor takes a number back', async () => {
  const issued = await issue();
  const it = eq(documents.id, issued.id);
  const refused = {
    cause: { message: expect.stringMatching(/was issued and does not change|is kept until|were given/) },
  };
  await expect(db.update(documents).set({ gross: 1 }).where(it)).rejects.toMatchObject(refused);
  await expect(
    db
      .update(documents)
      .set({ data: { ...issued.data, order: 1 } })
      .where(it),
  ).rejects.toMatchObject(refused);
  await expect(db.delete(documents).where(it)).rejects.toMatchObject(refused);
  await expect(db.update(documentSeries).set({ last: 0 })).rejects.toMatchObject(refused);
  await expect(db.delete(documentSeries)).rejects.toMatchObject(refused);
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { readErasedList, writeErasedLists } from '../../backup/erased-list.ts';
import { backUp } from '../../backup/keep-backup.ts';
import { migrateRestored, restoreArchive } from '../../backup/restore.ts';
import { restores } from '../../backup/schema.ts';
import { type DocumentDraft, issueDocument } from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import { jobNames } from '../../jobs.ts';
import { orders } from '../../orders/schema.ts';
import { paymentEvents } from '../../payments/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { openFolderStore } from '../../platform/storage/folder.ts';
import { storageIn } from '../../platform/storage/open.ts';
import { type TestApp, testApp } from '../../test/app.ts';
import { emptyDatabase } from '../../test/empty-database.ts';
import { sendMails } from '../../test/mails.ts';
import { moneyPaper } from '../../test/papers.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { buyer, firm, pay, testShop } from '../../test/shop.ts';
import { erasePerson } from '../people/erase-person.ts';
import { resumeRestoredShop } from './resume-restored-shop.ts';

const shop = await testShop({ quick: true });
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer, termsVersion: '2026-09-01' };

const nobody = { orderId: null, packageId: null, profileId: null, price: { amount: 199_900, currency: 'EUR' } };
const { number: _, issuer: __, issuedOn: ___, ...anyDraft } = moneyPaper('invoice') satisfies DocumentDraft;

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const openPage = async (who: TestPerson) => (await call(shop, who).payments.createPayment(device)).url;

async function payAndReturn(who: TestPerson, url: string) {
  await call(shop, who).payments.verifyPayment({ sessionId: await pay(shop, url) });
}

const newBackup = (folder: string) =>
  backUp(
    { db: shop.db, config: shop.config, url: shop.databaseUrl, storage: shop.deps.storage, now: () => new Date() },
    { folder },
  );

/** The shop comes back elsewhere; the payment provider is the same. */
async function restored(folder: string, file: string, numbers: string[] | null = []): Promise<TestApp> {
  const place = { url: await emptyDatabase(), dataDir: path.join(emptyFolder(), 'data') };
  const storage = storageIn(place.dataDir);
  const erased = await readErasedList(openFolderStore(folder));
  await restoreArchive({ archive: path.join(folder, file), log: shop.deps.log, jobNames, storage, erased, ...place });
  await migrateRestored(place.url);
  const back = await testApp({
    databaseUrl: place.url,
    env: { DATA_DIR: place.dataDir },
    deps: { payments: shop.deps.payments },
  });
  await back.db.update(restores).set({ documents: numbers });
  return back;
}

const decide = ({ db }: TestApp, decision: 'send' | 'drop') => db.update(restores).set({ mails: decision });
const reportOf = async ({ db }: TestApp) => (await db.select().from(restores))[0]!.report!.join('\n');

/** To whom what was sent, from the files of both shops. */
const sent = (...shops: Pick<TestApp, 'config'>[]): string[] =>
  shops.flatMap(({ config }) => {
    try {
      return readdirSync(path.join(config.dataDir, 'outbox')).map((name) => name.replace(/^\d+-/, ''));
    } catch {
      return [];
    }
  });

/** Every row of the database as text. */
async function everything(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ text: string }>(
    `select query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text as text
     from pg_tables where schemaname in ('public', 'auth')`,
  );
  await client.end();
  return rows.map(({ text }) => text).join('');
}

test('the drill: after a backup, fifty sales with mails and an erasure, nothing is sent twice, nobody is back, every payment is known', async () => {
  const buyers = await Promise.all(Array.from({ length: 20 }, () => person(shop)));
  const gone = await person(shop, 'member', { email: 'ode@primer.rs', firstName: 'Odlazislava' });
  const before: { who: TestPerson; url: string }[] = [];
  for (const who of buyers) before.push({ who, url: await openPage(who) });
  await shop.db.transaction((tx) =>
    queueMail(tx, shop.deps.queue, {
      to: buyers[0]!.email,
      profileId: buyers[0]!.id,
      template: 'accounts.rejected',
      props: { reason: 'Čeka u redu' },
      idempotencyKey: 'waits-in-the-archive',
    }),
  );
  await call(shop).events.reserve(newReservation());
  const folder = emptyFolder();
  const { file } = await newBackup(folder);

  for (const { who, url } of before) await payAndReturn(who, url);
  for (let n = 0; n < 30; n += 1) {
    const who = buyers[n % 20]!;
    await payAndReturn(who, await openPage(who));
  }
  await sendMails(shop);
  await shop.db.transaction((tx) => erasePerson(tx, shop.deps, systemActor, gone.id));
  await writeErasedLists(shop.db, shop.config);
  const paid = await shop.db.$count(orders, eq(orders.status, 'paid'));
  expect(paid).toBe(50);

  const back = await restored(folder, file);
  expect(await back.db.$count(profiles, eq(profiles.id, gone.id)), 'the archive knows the erased person').toBe(1);
  expect(await resumeRestoredShop(back.deps), 'mails wait for a decision').toBe(false);
  expect(await reportOf(back)).toContain('accounts.rejected');
  await sendMails(back);
  expect(sent(back), 'nothing leaves meanwhile').toEqual([]);

  await decide(back, 'drop');
  expect(await resumeRestoredShop(back.deps)).toBe(true);
  await sendMails(back);
  const all = sent(shop, back);
  const perBuyer = (template: string) => all.filter((name) => name.startsWith(`${template}-`)).length;
  expect(perBuyer('orders.paid')).toBe(50);
  expect(sent(back)).toEqual([]);

  expect(await back.db.$count(profiles, eq(profiles.id, gone.id))).toBe(0);
  const text = await everything(back.databaseUrl);
  for (const trace of [gone.email, gone.id.concat('</actor>'), 'Odlazislava']) expect(text).not.toContain(trace);

  expect(await back.db.$count(orders, eq(orders.status, 'paid')), 'orders of the archive are settled').toBe(20);
  const problems = await back.db.select().from(paymentEvents).where(eq(paymentEvents.problem, 'UNKNOWN_ORDER'));
  expect(problems, 'orders made since then are problems for a person').toHaveLength(30);

  // Everything runs once more without an effect.
  await back.db.update(restores).set({ resumedAt: null });
  expect(await resumeRestoredShop(back.deps)).toBe(true);
  expect(await back.db.$count(orders, eq(orders.status, 'paid'))).toBe(20);
  expect(sent(back)).toEqual([]);
});

test('old mails are sent when that is decided, and those that people cause while the shop is held go without asking', async () => {
  const who = await person(shop);
  await shop.db.transaction((tx) =>
    queueMail(tx, shop.deps.queue, {
      to: who.email,
      profileId: who.id,
      template: 'accounts.rejected',
      props: { reason: 'staro' },
    }),
  );
  const folder = emptyFolder();
  const { file } = await newBackup(folder);
  await sendMails(shop);
  const back = await restored(folder, file);
  await back.db.execute(sql`update restores set restored_at = now() + interval '1 ms'`);
  await call(back).events.reserve(newReservation({ personalInfo: { email: 'nova@primer.rs' } }));
  expect(await resumeRestoredShop(back.deps)).toBe(false);
  expect(await reportOf(back)).not.toContain('events.reserved');
  const undecided = await back.db.select().from(mails).where(eq(mails.undecided, true));
  expect(undecided.map(({ to }) => to)).toContain(who.email);
  expect(undecided.map(({ to }) => to)).not.toContain('nova@primer.rs');
  await decide(back, 'send');
  expect(await resumeRestoredShop(back.deps)).toBe(true);
  await sendMails(back);
  expect(sent(back).filter((name) => name.includes(who.email))).toHaveLength(1);
  expect(sent(back).some((name) => name.includes('nova@primer.rs'))).toBe(true);
});

test('numbers of documents that were given out since the archive are asked for, and never given again', async () => {
  const starter = { productName: 'starter', productPrice: 99, companyInfo: firm };
  const pageOf = async () => (await call(shop, await person(shop)).payments.createPayment(starter)).url;
  await pay(shop, await pageOf());
  const url = await pageOf();
  const folder = emptyFolder();
  const { file } = await newBackup(folder);
  const back = await restored(folder, file, null);
  const year = dayOf(shop.clock.now).slice(0, 4);
  expect(await resumeRestoredShop(back.deps)).toBe(false);
  expect(await reportOf(back)).toContain(`  R-${year}: 1`);
  await expect(
    back.db.transaction((tx) => issueDocument(tx, back.deps, anyDraft, nobody)),
    'nothing is issued before that is known',
  ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await pay(shop, url);
  await back.db.update(restores).set({ documents: [`R-${year}-000007`], mails: 'drop' });
  expect(await resumeRestoredShop(back.deps)).toBe(true);
  expect(await reportOf(back)).toContain(`R-${year}-000007: 6 numbers are not in this database`);
  const given = await back.db.select({ number: documents.number }).from(documents).orderBy(documents.number);
  expect(
    given.map(({ number }) => number),
    'the month that was paid since',
  ).toEqual([`R-${year}-000001`, `R-${year}-000008`]);
  await back.db.update(restores).set({ resumedAt: null });
  expect(await resumeRestoredShop(back.deps)).toBe(true);
  expect(await reportOf(back)).toContain(`R-${year}-000007 is known`);
});

test('a job that always fails is named, keeps no other waiting, and holds the shop only until that is decided', async () => {
  await shop.db.transaction(async (tx) => {
    await shop.deps.queue.send(tx, 'network.enrol-referred', { profileId: 'no id at all' });
  });
  const folder = emptyFolder();
  const { file } = await newBackup(folder);
  const back = await restored(folder, file);
  const left = async () =>
    (
      await back.db.ask<{ name: string }>(
        `select name from pgboss.job, restores
         where state < 'completed' and created_on <= restored_at and start_after <= restored_at and name = any($1::text[])`,
        [jobNames],
      )
    ).map(({ name }) => name);
  await decide(back, 'drop');
  expect(await resumeRestoredShop(back.deps)).toBe(false);
  expect(await reportOf(back)).toMatch(
    /^jobs: \d+ waiting jobs and \d+ jobs of the clock done, of which 1 failed and may be left .*:\n {2}network\.enrol-referred: NETWORK_DATABASE_ERROR$/m,
  );
  expect(await left(), 'only that one').toEqual(['network.enrol-referred']);
  await back.db.update(restores).set({ jobs: 'leave' });
  expect(await resumeRestoredShop(back.deps)).toBe(true);
  expect(await left(), 'the queue sees to it').toEqual(['network.enrol-referred']);
  await shop.db.ask("delete from pgboss.job where name = 'network.enrol-referred'");
});

test('a provider that does not answer leaves the shop held, and the next try goes on', async () => {
  const folder = emptyFolder();
  const { file } = await newBackup(folder);
  const back = await restored(folder, file);
  await decide(back, 'drop');
  await shop.restartSandbox(async () => {
    expect(await resumeRestoredShop(back.deps)).toBe(false);
    expect(await reportOf(back)).toMatch(/^payments: failed/m);
  });
  const after = { ...back, deps: { ...back.deps, payments: shop.deps.payments } };
  const isDone = await resumeRestoredShop(after.deps);
  expect(isDone).toBe(true);
});

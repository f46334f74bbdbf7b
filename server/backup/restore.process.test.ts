import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { jobNames } from '../jobs.ts';
import { orders } from '../orders/schema.ts';
import { orderPayments } from '../payments/schema.ts';
import { createLog } from '../platform/log/log.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { servers } from '../platform/servers.schema.ts';
import { storageIn } from '../platform/storage/open.ts';
import { newLeaseId } from '../playout/lease-id.ts';
import { makePartitions } from '../playout/partitions.ts';
import { leases, plays } from '../playout/schema.ts';
import { testApp } from '../test/app.ts';
import { emptyDatabase } from '../test/empty-database.ts';
import { call, person } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { isAwaitingResume } from './awaiting-resume.ts';
import type { Erased } from './erased-list.ts';
import { compareTables } from './fingerprints.ts';
import { makeBackup } from './make-backup.ts';
import { findContradictions } from './proofs.ts';
import { migrateRestored, restoreArchive } from './restore.ts';

const app = await testApp();
const log = createLog('silent');
const member = await person(app);
await app.db.insert(orders).values(
  Array.from({ length: 300 }, (_, n) => ({
    profileId: member.id,
    email: member.email,
    kind: 'device' as const,
    productName: `Uređaj ${n}\t„sa \\ svačim“\n`,
    amount: 21_900,
    delivery: { city: 'Čačak' },
  })),
);
await call(app).events.reserve(newReservation());
await makePartitions(app.db, app.clock.now);
const hour = new Date(Math.floor(app.clock.now.getTime() / HOUR_MS) * HOUR_MS);
const lease = { hour, tvId: randomUUID(), campaignId: randomUUID(), creativeId: randomUUID() };
const leaseId = newLeaseId(hour);
const leaseDay = hour.toISOString().slice(0, 10);
await app.db.insert(leases).values({
  ...lease,
  id: leaseId,
  licenceId: randomUUID(),
  opensAt: hour,
  closesAt: hour,
  issuedAt: hour,
  seconds: 15,
  units: 1,
});
await app.db.insert(plays).values({ ...lease, leaseDay, leaseId, outcome: 'returned', units: 1, reportedAt: hour });
await app.db.transaction(async (tx) => {
  await queueMail(tx, app.deps.queue, {
    to: member.email,
    profileId: member.id,
    template: 'accounts.rejected',
    props: { reason: 'Proba' },
  });
  await app.deps.queue.send(tx, 'network.enrol-referred', { id: 'a-job' });
});
mkdirSync(path.join(app.config.dataDir, 'storage', 'slike'), { recursive: true });
writeFileSync(path.join(app.config.dataDir, 'storage', 'slike', 'a.png'), 'a picture');
writeFileSync(path.join(app.config.dataDir, 'storage', 'slike', 'empty.txt'), '');

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const backUp = (passphrase?: string) =>
  makeBackup({
    url: app.databaseUrl,
    dataDir: app.config.dataDir,
    storage: app.deps.storage,
    folder: emptyFolder(),
    passphrase,
    now: new Date('2026-11-23T08:00:00Z'),
  });

type Made = Awaited<ReturnType<typeof backUp>>;
type Place = { url: string; dataDir: string };

async function restoreFile(archive: string, place: Place, passphrase?: string, erased: Erased[] = []) {
  const order = { archive, passphrase, log, jobNames, storage: storageIn(place.dataDir), erased, ...place };
  const restored = await restoreArchive(order);
  await migrateRestored(place.url, erased);
  return restored;
}
const restore = (made: Made, place: Place) => restoreFile(path.join(made.folder, made.file), place);

const newPlace = async (): Promise<Place> => ({
  url: await emptyDatabase(),
  dataDir: path.join(emptyFolder(), 'data'),
});

/** How many tables stand in a database, whosesoever. */
const tablesIn = async (url: string) =>
  (
    await asked<{ n: number }>(url, `select count(*)::int as n from pg_tables where schemaname !~ '^(pg_|information)'`)
  )[0]!.n;

async function asked<Row>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(query).finally(() => client.end())).rows;
}

/** Everything that keeps rules in the database. */
const RULES = `
  select c.relname, t.tgname as name, t.tgenabled::text as state from pg_trigger t join pg_class c on c.oid = tgrelid
  where not tgisinternal
  union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
  where connamespace in ('public'::regnamespace, 'auth'::regnamespace)
  union all select tablename, indexname, indexdef from pg_indexes where schemaname in ('public', 'auth')
  order by 1, 2, 3`;

test.each([undefined, 'lozinka za arhivu'])(
  'a backup restores every row, file, job and rule (passphrase: %s)',
  async (passphrase) => {
    const made = await backUp(passphrase);
    const place = await newPlace();
    const differences: string[] = [];
    const { manifest } = await restoreArchive({
      archive: path.join(made.folder, made.file),
      passphrase,
      log,
      jobNames,
      storage: storageIn(place.dataDir),
      ...place,
      beforeHeld: async (client, head, wanted) => void differences.push(...(await compareTables(client, head, wanted))),
    });
    expect(differences).toEqual([]);
    expect(manifest.tables['public.orders']).toMatchObject({ rows: 300 });
    expect(await asked(place.url, 'select id from leases join plays on lease_id = id')).toEqual([{ id: leaseId }]);
    expect(await asked(place.url, RULES)).toEqual(await asked(app.databaseUrl, RULES));
    expect(await asked(place.url, `select data, state from pgboss.job`)).toMatchObject([{ data: { id: 'a-job' } }]);
    expect(readFileSync(path.join(place.dataDir, 'storage', 'slike', 'a.png'), 'utf8')).toBe('a picture');
    expect(readFileSync(path.join(place.dataDir, 'storage', 'slike', 'empty.txt'), 'utf8')).toBe('');
  },
);

test('no server of the shop before is alive in the restored one', async () => {
  await app.db.insert(servers).values({ id: randomUUID(), release: 'old', migration: 'old' });
  const place = await newPlace();
  await restore(await backUp(), place);
  expect(await asked(place.url, 'select from servers')).toEqual([]);
});

test('a restored shop gives no number that may have been given after the backup', async () => {
  const place = await newPlace();
  await restore(await backUp(), place);
  const [last] = await asked<{ n: string }>(app.databaseUrl, 'select max(number)::text as n from orders');
  const [next] = await asked<{ n: string }>(
    place.url,
    `insert into orders (email, kind, product_name, amount) values ('a@primer.rs', 'device', 'Vidik', 1) returning number::text as n`,
  );
  expect(Number(next!.n)).toBe(Number(last!.n) + 10_001);
});

test('what is written while a backup is made is in it whole or not at all', async () => {
  let stop = false;
  const writing = (async () => {
    for (let n = 0; !stop; n += 1)
      await app.db.transaction(async (tx) => {
        const values = { email: `${n}@primer.rs`, kind: 'device' as const, productName: 'Vidik', amount: 1 };
        const [order] = await tx.insert(orders).values(values).returning({ id: orders.id });
        await tx.insert(orderPayments).values({ key: `cs_during_${n}`, orderId: order!.id, source: 'webhook' });
      });
  })();
  const made = await backUp();
  stop = true;
  await writing;
  const place = await newPlace();
  await restore(made, place);
  const [row] = await asked<{ orders: number; settled: number }>(
    place.url,
    `select (select count(*)::int from orders where amount = 1) as orders, (select count(*)::int from fulfilments) as settled`,
  );
  expect(row!.orders).toBe(row!.settled);
});

function unpacksTo(archive: Buffer, content: Buffer): boolean {
  try {
    return gunzipSync(archive).equals(content);
  } catch {
    return false;
  }
}

test('a damaged archive is refused before anything is touched', async () => {
  const made = await backUp();
  const whole = readFileSync(path.join(made.folder, made.file));
  const place = await newPlace();
  const damaged = path.join(emptyFolder(), 'damaged.tar.gz');
  const cut = [whole.subarray(0, 0), whole.subarray(0, 100), whole.subarray(0, whole.length - 200)];
  // A bit of a reference into a run of zeros may change and unpack to the same: that is no damage.
  const flipped = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9]
    .map((at) => {
      const copy = Buffer.from(whole);
      copy[Math.floor(whole.length * at)]! ^= 1;
      return copy;
    })
    .filter((copy) => !unpacksTo(copy, gunzipSync(whole)));
  expect(flipped.length).toBeGreaterThan(2);
  for (const bytes of [...cut, ...flipped, Buffer.from('something else')]) {
    writeFileSync(damaged, bytes);
    await expect(restoreFile(damaged, place)).rejects.toThrow(/is damaged|is no archive/);
  }
  expect(await tablesIn(place.url)).toBe(0);
  expect(existsSync(place.dataDir)).toBe(false);
});

test('a locked archive opens with its passphrase only, and not when a byte of it is changed', async () => {
  const made = await backUp('lozinka za arhivu');
  const file = path.join(made.folder, made.file);
  const place = await newPlace();
  await expect(restoreFile(file, place)).rejects.toThrow('is locked: set BACKUP_PASSPHRASE');
  await expect(restoreFile(file, place, 'druga lozinka 12')).rejects.toThrow('BACKUP_PASSPHRASE is another one');
  const bytes = readFileSync(file);
  expect(bytes.includes('orders')).toBe(false);
  writeFileSync(file, bytes.subarray(0, bytes.length - 20));
  await expect(restoreFile(file, place, 'lozinka za arhivu')).rejects.toThrow('damaged');
  expect(await tablesIn(place.url)).toBe(0);
});

test('a shop is never restored over another one, nor over something else', async () => {
  const made = await backUp();
  const full = { url: app.databaseUrl, dataDir: path.join(emptyFolder(), 'data') };
  await expect(restore(made, full)).rejects.toThrow(/There is a shop in this database already, with \d+ accounts/);
  const foreign = await newPlace();
  await asked(foreign.url, 'create table somebody_elses (id int)');
  await expect(restore(made, foreign)).rejects.toThrow('The database has 1 tables of something else');
  const files = await newPlace();
  await expect(restore(made, { ...files, dataDir: app.config.dataDir })).rejects.toThrow(/holds 2 files of a shop/);
  expect(await tablesIn(files.url)).toBe(0);
});

test('a restore that failed on its way leaves no row and no file, and can be begun again', async () => {
  const made = await backUp();
  const place = await newPlace();
  // In place of a file, which then cannot be written.
  mkdirSync(path.join(place.dataDir, 'storage', 'slike', 'empty.txt'), { recursive: true });
  await expect(restore(made, place)).rejects.toThrow();
  expect(await asked(place.url, 'select from auth.users')).toEqual([]);
  expect(existsSync(path.join(place.dataDir, 'storage', 'slike', 'a.png'))).toBe(false);
  rmSync(path.join(place.dataDir, 'storage'), { recursive: true });
  await restore(made, place);
  expect(await asked(place.url, 'select from auth.users')).toHaveLength(1);
});

test('a connection that is lost at the commit leaves the files, because the rows may be in', async () => {
  const made = await backUp();
  const place = await newPlace();
  const order = {
    archive: path.join(made.folder, made.file),
    log,
    jobNames,
    storage: storageIn(place.dataDir),
    ...place,
  };
  const lost = restoreArchive({
    ...order,
    beforeHeld: async (client) =>
      void (await client.query(`
        create function lose() returns trigger language plpgsql as $$
          begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$;
        create constraint trigger lose after insert on restores deferrable initially deferred
          for each row execute function lose()`)),
  });
  await expect(lost).rejects.toThrow(/nobody knows whether they are in; the files stay\. Restore once more/);
  expect(readFileSync(path.join(place.dataDir, 'storage', 'slike', 'a.png'), 'utf8')).toBe('a picture');
  await expect(restore(made, place)).rejects.toThrow(/holds 2 files of a shop/);
});

test.each(['0034_provider_task_lease', '0045_bank_money', '0058_event_changes_are_heard'])(
  'an archive of migration %s comes back as a shop of today, held',
  async (tag) => {
    const place = await newPlace();
    const erased = [{ id: randomUUID(), at: '2026-11-22T08:00:00.000Z' }];
    const archive = path.resolve('server', 'test', 'archives', `${tag}.tar.gz`);
    const { head } = await restoreFile(archive, place, undefined, erased);
    expect(head.migration.tag).toBe(tag);
    expect(await asked(place.url, 'select profile_id as id from erasures')).toEqual([{ id: erased[0]!.id }]);
    expect(await asked(place.url, "select actor from audit_log where action = 'system.restored'")).toEqual([
      { actor: 'system' },
    ]);
    const today = await testApp({ databaseUrl: place.url });
    expect(await findContradictions(today.db)).toEqual([]);
    expect(await today.db.select().from(orders)).toHaveLength(2);
    expect(await asked(place.url, RULES)).toEqual(await asked(app.databaseUrl, RULES));
    expect(await asked(place.url, 'select l_banners::int, first_name from profiles order by email')).toEqual([
      { l_banners: 100, first_name: 'Vera' },
      { l_banners: 0, first_name: 'Đorđe' },
    ]);
    // A job that this version does not have is left out.
    expect(await asked(place.url, `select name from pgboss.job`)).toEqual([{ name: 'network.enrol-referred' }]);
    expect(await isAwaitingResume(today.db)).toBe(true);
  },
);

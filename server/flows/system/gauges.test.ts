import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openMetrics } from '../../platform/log/metrics.ts';
import { StorageUnavailable } from '../../platform/storage/file-store.ts';
import { testApp } from '../../test/app.ts';
import { systemGauges } from './gauges.ts';

const app = await testApp();
const about = { server: { release: '9.9.9', migration: '0001_test' }, isOnHold: () => false, freshMs: 0 };
const gauges = systemGauges(app.deps, about);
const metrics = openMetrics(gauges);
const FILES = ['deploy/grafana/vidik.json', 'deploy/prometheus/vidik.rules.yml'];

test('every number that the board and the alert rules name is told, and every number of ours stands in one of them or in the docs', async () => {
  const told = new Set([...(await metrics.exposition()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name!));
  const named = FILES.flatMap((file) => readFileSync(file, 'utf8').match(/\b(?:vidik|nodejs|process)_\w+/g) ?? []);
  const unknown = named
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !told.has(name) && !told.has(`${name}_count`));
  expect(named.length).toBeGreaterThan(40);
  expect(unknown).toEqual([]);
  const docs = readFileSync('docs/operations.md', 'utf8');
  const own = [...told].filter((name) => name.startsWith('vidik_'));
  expect(own.filter((name) => !docs.includes(`\`${name}`))).toEqual([]);
});

test('no number has a label that Prometheus gives every number itself, and what the board and the rules group by is a label of it', () => {
  const labelsOf = new Map(gauges.map(({ name, labels = [] }) => [name, labels]));
  expect([...labelsOf].filter(([, labels]) => labels.some((label) => /^(job|instance)$/.test(label)))).toEqual([]);
  const grouped = FILES.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/by \(([\w, ]+)\) \((vidik_\w+)/g)]);
  expect(grouped.length).toBeGreaterThan(8);
  for (const [expression, by, name] of grouped)
    expect(['instance', ...labelsOf.get(name!)!], expression).toEqual(expect.arrayContaining(by!.split(', ')));
});

test('what waits, failed and is not confirmed is counted when somebody looks', async () => {
  await app.db.execute(sql`insert into mails ("to", template, props, state, queued_at) values
    ('a@primer.rs', 'accounts.rejected', '{"a":1}', 'queued', now() - interval '10 minutes'),
    ('b@primer.rs', 'accounts.rejected', '{"a":1}', 'failed', now())`);
  await app.db.execute(sql`insert into backups (made_at, folder, file, bytes, seconds) values (now(), '/', 'a', 5, 1)`);
  await app.db.execute(sql`insert into servers (id, release, migration, jobs, place, seen_at) values
    (gen_random_uuid(), '1.0.0', '0001', 'worker', 'a:1', now() - interval '5 minutes')`);
  const said = await metrics.exposition();
  expect(said).toMatch(/^vidik_mails\{state="queued"\} 1$/m);
  expect(said).toMatch(/^vidik_mails\{state="failed"\} 1$/m);
  expect(said).toMatch(/^vidik_webhook_endpoints\{state="on"\} 0$/m);
  expect(said).toMatch(/^vidik_webhook_endpoints\{state="paused"\} 0$/m);
  expect(said).toMatch(/^vidik_webhooks_due 0$/m);
  expect(said).toMatch(/^vidik_webhook_oldest_seconds 0$/m);
  expect(said).toMatch(/^vidik_webhook_failing_seconds 0$/m);
  expect(Number(/^vidik_mail_oldest_seconds (\S+)$/m.exec(said)![1])).toBeGreaterThanOrEqual(600);
  expect(said).toMatch(/^vidik_servers_missing 1$/m);
  expect(said).toMatch(/^vidik_info\{release="9.9.9",migration="0001_test"\} 1$/m);
  expect(said).toMatch(/^vidik_payments_unsettled 0$/m);
  expect(said).toMatch(/^vidik_double\{service="cards"\} 1$/m);
  expect(said).toMatch(/^vidik_part_state\{part="mails"\} 1$/m);
  expect(said).toMatch(/^vidik_part_state\{part="doubles"\} 1$/m);
  expect(said).toMatch(/^vidik_database_connections\{state="max"\} 20$/m);
  expect(said).toMatch(/^vidik_database_connections\{state="waiting"\} 0$/m);
  expect(said).toMatch(/^vidik_backup_last_success_timestamp_seconds \d{10}$/m);
  expect(said).not.toMatch(/^vidik_backup_last_proof_timestamp_seconds /m);
  expect(said).not.toContain('primer.rs');
});

test('for how long another program has taken nothing, and what is due there has waited, is told; one that is switched off is counted', async () => {
  await app.db.execute(sql`insert into webhook_endpoints
      (id, url, events, state, failing_since, off_at, secret, secret_ending, secret_since, made_by, made_at)
    select gen_random_uuid(), 'https://primer.rs', '{order.*}', state, now() - since, off_at, decode('00', 'hex'), 'abcd', now(),
      gen_random_uuid(), now()
    from (values ('on', interval '30 hours', null::timestamptz), ('off', interval '80 hours', now())) one (state, since, off_at)`);
  await app.db.execute(sql`with event as (
      insert into webhook_events (type, object_kind, object_id, object_version, changed, at)
      values ('order.paid', 'order', '1', 1, '{}', now()) returning id)
    insert into webhook_deliveries (endpoint_id, event_id, number, step, made_at, due_at)
    select endpoint.id, event.id, 1, 0, now(), now() - interval '20 minutes' from webhook_endpoints endpoint, event`);
  const said = await metrics.exposition();
  const number = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(said)![1]);
  expect(number('vidik_webhook_oldest_seconds')).toBeGreaterThanOrEqual(1200);
  expect(number('vidik_webhook_oldest_seconds')).toBeLessThan(1300);
  expect(number('vidik_webhook_failing_seconds')).toBeGreaterThanOrEqual(30 * 3600);
  expect(number('vidik_webhook_failing_seconds')).toBeLessThan(31 * 3600);
  expect(said).toMatch(/^vidik_webhook_endpoints\{state="failing"\} 1$/m);
  expect(said).toMatch(/^vidik_webhook_endpoints\{state="off"\} 1$/m);
  await app.db.execute(sql`truncate webhook_endpoints, webhook_events cascade`);
});

test('a heavy job that waits for the one under way has not waited too long, and one for which nobody has time has', async () => {
  const late = async () =>
    [...(await metrics.exposition()).matchAll(/^vidik_job_oldest_seconds\{kind="([^"]+)"\}/gm)].map(([, kind]) => kind);
  await app.db.execute(sql`insert into pgboss.job (name, state, start_after, heartbeat_on) values
    ('backup.write', 'active', now() - interval '2 hours', now()),
    ('campaigns.convert-film', 'created', now() - interval '1 hour', null),
    ('totals.fold', 'created', now() - interval '1 hour', null)`);
  expect(await late()).toEqual(['totals.fold']);
  await app.db.execute(sql`update pgboss.job set state = 'completed' where name = 'backup.write'`);
  expect(await late()).toEqual(expect.arrayContaining(['totals.fold', 'campaigns.convert-film']));
  await app.db.execute(sql`delete from pgboss.job`);
});

test('while the database does not answer, the numbers of the process itself are told all the same', async () => {
  await app.db.execute(sql`alter table mails rename to mails_gone`);
  const said = await metrics.exposition();
  await app.db.execute(sql`alter table mails_gone rename to mails`);
  expect(said).toMatch(/^vidik_streams 0$/m);
  expect(said).toMatch(/^vidik_payments_unsettled 0$/m);
  expect(said).not.toMatch(/^vidik_mails\{/m);
});

test('a place of files that takes nothing is a broken part, and what is free there is told all the same', async () => {
  const receive = async () => {
    throw new StorageUnavailable('no space left on device');
  };
  const { storage } = app.deps;
  const full = { ...app.deps, storage: { ...storage, private: { ...storage.private, receive } } };
  const said = await openMetrics(systemGauges(full, about)).exposition();
  expect(said).toMatch(/^vidik_part_state\{part="files"\} 2$/m);
  expect(said).toMatch(/^vidik_files_free_ratio \S+$/m);
  expect(said).toMatch(/^vidik_files_bytes 0$/m);
});

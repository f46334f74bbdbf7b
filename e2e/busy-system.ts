import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type pg from 'pg';
import { expect, member, somebody } from './story.ts';

/** A bad day of the server that the journeys run against, written into its database, and taken away again. */

const RELEASE = '99.99.99-proba';
const UNKNOWN_EMAIL = 'veoma.dugacka.adresa.koja.ne.postoji@veomadugackoimedomena.rs';
const REASON = `550 5.7.1 ${'relay.mail.veomadugackoimedomena.rs-'.repeat(6)} odbija prijavu`;
/** As long as they come, with nothing at which a line could end. */
const STATEMENTS = [
  `select(${'"tabela_sa_veoma_dugackim_imenom"."kolona_sa_veoma_dugackim_imenom",'.repeat(9)}1)`,
  ...['orders', 'mails', 'files', 'ledger'].map(
    (table) => `select * from ${table} where ${'a = $1 and '.repeat(20)}true`,
  ),
];

const figures = (said: object) => ({
  perMinute: 123_456,
  times: [[100, 5]],
  errors: 12_345,
  lastErrorAt: new Date(),
  slow: 1_000,
  longest: 123_456,
  // Of yesterday, which is said with its day.
  slowest: STATEMENTS.map((statement, index) => ({
    statement,
    times: 12_345,
    longest: 123_456 - index,
    lastAt: new Date(Date.now() - 36 * 3600_000),
  })),
  memoryMb: 12_345,
  jobsPerMinute: 1_234,
  clockMs: -123_456,
  streams: 0,
  pool: { max: 120, used: 120, waiting: 1_234, waitingSince: new Date(Date.now() - 300_000) },
  ...said,
});

/** A process that is heard of for the next minutes, or one that ended without a word. */
const heardOf = (db: pg.Client, place: string, jobs: string, seen: string, said: object = {}) =>
  db.query(
    `insert into servers (id, release, migration, jobs, place, figures, started_at, seen_at)
     select $1, $2, migration, $3, $4, $5, now() - interval '400 days', now() + $6::interval
     from servers where release <> $2 order by seen_at desc limit 1`,
    [randomUUID(), RELEASE, jobs, place, figures(said), seen],
  );

/** A payment page of which nobody knows whether it was paid. */
async function unsettled(db: pg.Client, request: APIRequestContext): Promise<void> {
  const { access_token } = await member(request, somebody());
  const answer = await request.post('/api/functions/create-payment', {
    data: {
      productName: 'Vidik – 10 uređaja',
      productPrice: 1999,
      termsVersion: '2026-11-01',
      buyerInfo: {
        firstName: 'Milica',
        lastName: 'Živković',
        companyName: '',
        country: 'RS',
        address: 'Ulica lipa',
        addressNumber: '14',
        city: 'Čačak',
        postalCode: '32000',
        phone: '+381641234567',
      },
    },
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { orderId } = await answer.json();
  await db.query("update checkouts set unknown_since = now() - interval '2 days' where order_id = $1", [orderId]);
}

/** Rows of every table of the page, and as many parts in trouble as can be. */
export async function makeBusy(db: pg.Client, request: APIRequestContext): Promise<void> {
  await heardOf(db, 'server-sa-veoma-dugackim-imenom-u-podrumu.firma.primer.rs:65535', 'web', '10 minutes');
  await heardOf(db, 'ispostava-novi-sad:3000', 'both', '10 minutes', { clockMs: null });
  await heardOf(db, 'radni-proces-sa-veoma-dugackim-imenom.firma.primer.rs:65534', 'worker', '-6 hours');
  await db.query(
    `insert into pgboss.job (name, state, completed_on, retry_count, data)
     select name, 'failed', now(), 10, '{"proba": true}' from pgboss.queue, generate_series(1, 12)
     where name = any ($1)`,
    [['documents.remove-expired', 'mail.clean-outbox', 'accounts.forget-records', 'integrations.remind-of-ends']],
  );
  for (const [state, count, reason] of [
    ['failed', 12, 'mailbox full'],
    ['queued', 3, REASON],
  ] as const)
    await db.query(
      `insert into mails ("to", template, props, state, attempts, next_attempt_at, queued_at, last_error)
       select $1, 'accounts.approved', '{}', $2, 10, now() + interval '1 day', now() - interval '9 hours', $3
       from generate_series(1, $4::int)`,
      [UNKNOWN_EMAIL, state, reason, count],
    );
  await unsettled(db, request);
}

export const settle = (db: pg.Client) =>
  db.query("update checkouts set unknown_since = null where unknown_since < now() - interval '1 day'");

/** As it was before. */
export async function removeBusyRows(db: pg.Client): Promise<void> {
  await settle(db);
  await db.query('delete from servers where release = $1', [RELEASE]);
  await db.query("delete from pgboss.job where state = 'failed' and data ->> 'proba' = 'true'");
  await db.query('delete from mails where "to" = $1', [UNKNOWN_EMAIL]);
}

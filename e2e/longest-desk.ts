import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type pg from 'pg';
import { packageOf } from '#domain/events/packages.ts';
import { ORGANISER } from '../server/test/statements.ts';
import { database } from './adverts-on-tv.ts';
import { asker, type Session, statement } from './longest-orders.ts';
import { COMPANY_NAME, FILE, LINE, longest, TEXT } from './longest-words.ts';
import { reserved } from './story.ts';

/** What waits at the desks of staff, as long as it comes. */

/** Each of three TVs looks odd in its own way. Put aside once, and grown since: the hourly measurement takes none of them away. */
export const setUpSuspiciousTvs = (db: pg.Client, owner: string) =>
  db.query(
    `insert into tv_suspicions (tv_id, kind, since, figure, spread, typical, network_label, cleared_figure, cleared_at)
     select id, (array['network', 'always', 'rhythm'])[n], now() - interval '40 days', 1234567, 599999, 59999,
       '2001:db8:1234:5678::/64', 1, now()
     from (select id, row_number() over (order by id) as n from devices where profile_id = $1) as tv where n <= 3`,
    [owner],
  );

/** Reports of the payment provider that nobody could settle: of an order, and of somebody unknown. */
export async function insertPaymentProblems(db: pg.Client, { order, email }: { order: number; email: string }) {
  const said = (about: object) => JSON.stringify({ data: { object: { currency: 'rsd', ...about } } });
  const { rows } = await db.query<{ key: string }>(
    'select key from fulfilments f join orders o on o.id = f.order_id where o.number = $1 limit 1',
    [order],
  );
  for (const row of [
    ['AMOUNT_DIFFERS', rows[0]!.key, said({ amount_total: 123_456_789, customer_email: email })],
    [
      'UNKNOWN_PAYMENT',
      `cs_test_${'a1B2'.repeat(14)}`,
      said({ amount: 123_456_789, customer: `cus_${'Ab1'.repeat(8)}` }),
    ],
  ])
    await db.query(
      `insert into stripe_events (id, type, object_id, problem, payload) values ($1, 'checkout.session.completed', $3, $2, $4)`,
      [`evt_${randomUUID()}`, ...row],
    );
}

const payment = () => ({ payer: COMPANY_NAME.slice(0, 70), purpose: LINE, bankReference: randomUUID() });

/** Money that nobody knows is owed back three times: once it waits, once for the next payment order, and once it is in one. */
export async function moneyBack(request: APIRequestContext, staff: Session) {
  const ask = asker(request, staff.access_token);
  const entries = ['1234567.89', '987654.32', '123456.78'].map((amount) => ({
    ...payment(),
    amount,
    currency: 'RSD' as const,
    account: 'RS35160000000012345654',
  }));
  const { importId, lines } = await statement(request, staff, FILE, entries);
  for (const id of lines) await ask('post', `/admin/bank/lines/${id}/hold`, { decision: 'return', reason: TEXT });
  const db = await database();
  await db.query('update bank_holds set due_at = now() where import_id = $1', [importId]);
  await db.query(`insert into pgboss.job (name, data, retry_limit) values ('bank.carry-out', '{}', 10)`);
  const owed = async () =>
    (await db.query<{ id: string }>(`select id from payment_parts where line_id = any($1) order by amount`, [lines]))
      .rows;
  await expect.poll(async () => (await owed()).length, { timeout: 90_000 }).toBe(lines.length);
  const [listed, ready] = await owed();
  for (const { id } of [listed!, ready!]) await ask('post', `/admin/bank/owed/${id}/payout`, {});
  const { rows } = await db.query('select id, amount from payouts where part_id = $1', [listed!.id]);
  const wanted = { payouts: [rows[0].id], shown: Number(rows[0].amount) };
  await ask('post', '/admin/payout-lists', { id: randomUUID(), ...wanted });
  await db.end();
}

/** A statement of the organiser that has every finding. */
export async function everyFinding(request: APIRequestContext, staff: Session) {
  const guests: { number: number; reference: string }[] = [];
  for (let n = 0; n < 6; n += 1) guests.push(await reserved(request, longest()));
  const [less, more, euros, twice, cancelled, lapsed] = guests.map(({ reference }) => reference);
  const db = await database();
  const set = (change: string, n: number) =>
    db.query(`update porudzbine set ${change} where broj = $1`, [guests[n]!.number]);
  await set(`status = 'otkazano', cancelled_at = now()`, 4);
  await set(`status = 'isteklo', lapsed_at = now()`, 5);
  await db.end();
  const price = packageOf('two-tickets-accommodation').priceDIN.amount;
  const whole = (price / 100).toFixed(2);
  const found: [amount: string, reference?: string | undefined, currency?: 'RSD' | 'EUR'][] = [
    [whole, twice],
    ['10000.00', less],
    ['1234567.89', more],
    ['1234567.89', euros, 'EUR'],
    [whole, twice],
    [whole, cancelled],
    [whole, lapsed],
    ['1234567.89'],
  ];
  const entries = found.map(([amount, reference, currency = 'RSD' as const]) => ({
    ...payment(),
    amount,
    currency,
    ...(reference ? { reference: `97 ${reference.replaceAll('-', '')}` } : {}),
  }));
  const { lines } = await statement(request, staff, FILE, entries, ORGANISER);
  const confirmed = { decision: 'confirm', shown: price };
  await asker(request, staff.access_token)('post', `/admin/bank/lines/${lines[0]}/decide`, confirmed);
}

/** One of the two addresses is switched off, the other has two secrets. */
export async function setUpFailingEndpoints(db: pg.Client, { off, rotated }: { off: string; rotated: string }) {
  await db.query(
    `update webhook_endpoints set state = 'off', off_at = now() - interval '2 days', failing_since = now() - interval '5 days', failures = 123 where id = $1`,
    [off],
  );
  await db.query(
    `update webhook_endpoints set old_secret = secret, old_secret_ending = secret_ending, old_secret_until = now() + interval '20 hours' where id = $1`,
    [rotated],
  );
}

import { expect, test } from 'vitest';
import { faultsOf } from '../test/books.ts';
import { shopBeforeMigration } from '../test/migrated.ts';
import { size } from '../test/size.ts';

const ROWS = `
  insert into orders (id, email, kind, product_name, amount, status, paid_at, checkout_session_id) values
    ('00000000-0000-4000-8000-000000000001', '', 'device', 'Vidik', 21900, 'paid', '2026-01-01', 'cs_1'),
    ('00000000-0000-4000-8000-000000000002', '', 'device', 'Vidik', 21900, 'pending', null, 'cs_2'),
    ('00000000-0000-4000-8000-000000000003', '', 'device', 'Vidik', 21900, 'paid', '2026-01-03', 'cs_3'),
    ('00000000-0000-4000-8000-000000000004', '', 'package', 'starter', 9900, 'paid', '2026-01-04', 'cs_4'),
    ('00000000-0000-4000-8000-000000000005', '', 'device', 'Vidik', 21900, 'paid', '2026-01-05', null);
  insert into packages (order_id, email, package_name, l_banners, tv_seconds, amount, currency, payment_key) values
    ('00000000-0000-4000-8000-000000000004', '', 'starter', 1, 1, 9900, 'EUR', 'in_1'),
    ('00000000-0000-4000-8000-000000000004', '', 'starter', 1, 1, 9900, 'EUR', 'in_2'),
    (null, '', 'starter', 1, 1, 0, 'EUR', 'in_free');
  insert into fulfilments (key, order_id, source, returned) values
    ('cs_1', '00000000-0000-4000-8000-000000000001', 'webhook', false),
    ('cs_1_again', '00000000-0000-4000-8000-000000000001', 'webhook', false),
    ('cs_3', '00000000-0000-4000-8000-000000000003', 'webhook', true),
    ('in_1', '00000000-0000-4000-8000-000000000004', 'webhook', false);
  insert into refunds (id, payment_key, amount, currency, stands) values
    ('re_1', 'in_1', 900, 'EUR', true), ('re_back', 'in_1', 500, 'EUR', false), ('re_3', 'cs_3', 21900, 'EUR', true),
    ('re_again', 'cs_1_again', 21900, 'EUR', true), ('re_unknown', 'cs_unknown', 700, 'EUR', true),
    ('dp_lost', 'in_2', 9900, 'EUR', true), ('dp_open', 'cs_1', 21900, 'EUR', false);
  insert into disputes (id, payment_key, amount, currency, state, question) values
    ('dp_lost', 'in_2', 9900, 'EUR', 'lost', 1), ('dp_open', 'cs_1', 21900, 'EUR', 'open', 2), ('dp_won', 'cs_1', 5, 'EUR', 'won', 3);
  insert into porudzbine (id, godina, ime, prezime, email, telefon, zemlja, selektovan_paket, iznos, valuta, status, potvrdjeno, cancelled_at)
    select ('00000000-0000-4000-9000-00000000000' || n)::uuid, 2026, 'A', 'B', n || '@primer.rs', '1', 'RS', 'ticket-only', 1000, 'RSD',
      status, status = 'placeno', case when status = 'otkazano' then now() end
    from (values (1, 'placeno'), (2, 'pending'), (3, 'otkazano'), (4, 'placeno')) v (n, status);
  insert into payment_parts (reservation_id, amount, currency, state, decided_by, decided_at, returned_at)
    select ('00000000-0000-4000-9000-00000000000' || n)::uuid, amount, currency, state, 'x', '2026-02-02', case when state = 'returned' then now() end
    from (values (1, 1000, 'RSD', 'confirmed'), (2, 400, 'RSD', 'waiting'), (3, 1000, 'RSD', 'owed'), (4, 7, 'EUR', 'confirmed'))
      v (n, amount, currency, state);
  insert into accepted_differences (reservation_id, missing, currency, reason, decided_by, decided_at) values
    ('00000000-0000-4000-9000-000000000004', 1000, 'RSD', 'u evrima', 'x', '2026-02-03');`;

test('what was sold, refunded, disputed and reserved before is in the books afterwards, whole and at its own moment', async () => {
  const { client, db, migrate } = await shopBeforeMigration('0067');
  await client.query(ROWS);
  await migrate();
  expect(await faultsOf(db)).toEqual([]);
  const { rows } = await client.query({
    text: `select entity, currency, account, sum(amount)::int from book_entries join book_lines on entry_id = id
      group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`,
    rowMode: 'array',
  });
  expect(rows).toEqual([
    // Five payments are 107,300; 900 and a lost dispute of 9,900 went back, 21,900 of it twice to the customer, and 21,900 are disputed.
    ['company', 'EUR', 'card_provider', 3 * 21_900 + 2 * 9_900 + 21_900 - 900 - 9_900 - 3 * 21_900],
    ['company', 'EUR', 'disputed', 21_900],
    ['company', 'EUR', 'refunds', 10_800],
    ['company', 'EUR', 'sales', -(2 * 21_900 + 2 * 9_900)],
    ['organiser', 'EUR', 'differences', -7],
    ['organiser', 'EUR', 'in_transit', 7],
    ['organiser', 'RSD', 'customer', -400],
    ['organiser', 'RSD', 'differences', 1_000],
    ['organiser', 'RSD', 'in_transit', 2_400],
    ['organiser', 'RSD', 'owed', -1_000],
    ['organiser', 'RSD', 'sales', -2_000],
  ]);
  const moments = await client.query(
    `select reference, moment from book_entries where reference in ('cs_1', 'cs_3') order by reference`,
  );
  expect(moments.rows).toEqual([
    { reference: 'cs_1', moment: new Date('2026-01-01') },
    { reference: 'cs_3', moment: new Date('2026-01-03') },
  ]);
});

const SALES = size(20_000, 1_000_000);
test(`${SALES} orders are moved in statements over whole tables, while orders are written on`, async () => {
  const { client, db, migrate } = await shopBeforeMigration('0067');
  await client.query(`
    alter table orders disable trigger user;
    insert into orders (email, kind, product_name, amount, status, paid_at, checkout_session_id)
    select '', 'device', 'Vidik', 21900, 'paid', now(), 'cs_' || n from generate_series(1, ${SALES}) n;
    alter table orders enable trigger user;
    insert into fulfilments (key, order_id, source) select checkout_session_id, id, 'webhook' from orders`);
  const migrating = migrate();
  const begun = performance.now();
  let longest = 0;
  for (let n = 0; n < 5; n += 1) {
    const asked = performance.now();
    await client.query(`insert into orders (email, kind, product_name, amount) values ('', 'device', 'Vidik', 21900)`);
    longest = Math.max(longest, performance.now() - asked);
  }
  await migrating;
  const seconds = (performance.now() - begun) / 1000;
  expect(seconds).toBeLessThan(size(30, 240));
  expect(longest).toBeLessThan(5_000);
  const { rows } = await client.query('select count(*)::int as n from book_lines');
  expect(rows[0].n).toBe(2 * SALES);
  expect(await faultsOf(db)).toEqual([]);
}, 600_000);

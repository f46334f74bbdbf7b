import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { COUNTED_TO } from '#domain/count.ts';
import { profiles, profileWords } from '../accounts/schema.ts';
import { packages } from '../advertising/schema.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { exactly } from '../test/counts.ts';
import { call, person } from '../test/people.ts';
import { vouchers } from '../vouchers/schema.ts';
import { mails } from './mail.schema.ts';

const app = await testApp();
const admin = call(app, await person(app, 'admin', { firstName: 'Uroš', lastName: 'Upravnik' }));

/** That many people, one after the other in time. */
const insertPeople = (firstName: string, count: number) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table people_made on commit drop as
      select n, gen_random_uuid() as id, lower(${firstName}) || n || '@primer.rs' as email from generate_series(1, ${count}::int) n`);
    await tx.execute(
      sql`insert into auth.users (id, email, email_confirmed_at) select id, email, now() from people_made`,
    );
    await tx.execute(sql`insert into profiles (id, email, username, first_name, last_name, created_at)
      select id, email, email, ${firstName}, 'Probni', timestamptz '2030-01-01' + make_interval(mins => n) from people_made`);
  });

test('pages show everybody who stays exactly once, while people come, go and are renamed', async () => {
  await insertPeople('Stalni', 130);
  const { list } = admin.accounts.admin.people;
  const [sort, direction] = ['created', 'desc'] as const;
  const seen: string[] = [];
  let after: string | undefined;
  for (let page = 0; ; page += 1) {
    const { rows, next } = await list({ search: 'stalni', sort, direction, after });
    seen.push(...rows.map(({ email }) => email));
    if (next === null) break;
    after = next;
    await person(app, 'member', { firstName: 'Stalni', email: `novi${page}@primer.rs` });
    // The very row that the next page begins after.
    await app.db.execute(sql`delete from auth.users where id = ${rows.at(-1)!.id}`);
    await app.db.update(profiles).set({ city: 'Niš' }).where(eq(profiles.email, 'stalni1@primer.rs'));
  }
  expect(seen).toHaveLength(new Set(seen).size);
  expect(seen.filter((email) => email.startsWith('stalni'))).toHaveLength(130);
});

test('up to ten thousand are counted, more are 10,000 and more', async () => {
  await insertPeople('Mnogi', COUNTED_TO);
  const { count } = admin.accounts.admin.people;
  expect(await count({ search: 'mnogi' })).toMatchObject({
    total: exactly(COUNTED_TO),
    groups: { others: exactly(COUNTED_TO), company: exactly(0) },
  });
  await person(app, 'member', { firstName: 'Mnogi', isCompany: true });
  const more = { count: COUNTED_TO, more: true };
  expect((await count({ search: 'mnogi' })).total).toEqual(more);
  expect(await count({})).toMatchObject({ total: more, groups: { others: more, company: exactly(1) } });
  expect(await count({ show: 'company' })).toMatchObject({ total: exactly(1) });
  expect((await admin.admin.overview()).people).toMatchObject({ total: more, companies: exactly(1) });
});

test('kinds of people are found by their words as in the whole list', async () => {
  const kinds = {
    company: { isCompany: true },
    partner: { isPartner: true },
    installer: { isInstaller: true },
    blocked: { blockedAt: new Date() },
    ending: { terminatesAt: new Date() },
  };
  const { list } = admin.accounts.admin.people;
  for (const [show, how] of Object.entries(kinds) as ['company', object][]) {
    const who = await person(app, 'member', { lastName: 'Vrstić' });
    await app.db.update(profiles).set(how).where(eq(profiles.id, who.id));
    const found = await list({ search: 'vrstic', show });
    expect(
      found.rows.map(({ id }) => id),
      show,
    ).toEqual([who.id]);
    expect(
      (await list({ show })).rows.map(({ id }) => id),
      show,
    ).toContain(who.id);
    await app.db
      .update(profiles)
      .set({
        lastName: 'Drugi',
        ...Object.fromEntries(Object.keys(how).map((key) => [key, key.startsWith('is') ? false : null])),
      })
      .where(eq(profiles.id, who.id));
    expect((await list({ search: 'drugi', show })).rows, `${show} no more`).toEqual([]);
  }
  const { rows } = await app.db.execute(sql`
    select from ${profiles} p join ${profileWords} w on w.profile_id = p.id
    where (w.words, w.created_at, w.name, w.email, w.groups) is distinct from
      (profile_words_of(p), p.created_at, profile_name_of(p), lower(p.email), profile_groups_of(p))`);
  expect(rows).toEqual([]);
});

test('in every list two letters are looked for where a word begins, three anywhere, and marks do not matter', async () => {
  const mail = { template: 'accounts.rejected', props: {}, state: 'sent' } as const;
  await app.db.insert(mails).values([
    { ...mail, to: 'zoran@primer.rs', subject: 'Šta dalje' },
    { ...mail, to: 'ana@primer.rs', subject: 'Bez%' },
  ]);
  const order = { kind: 'device', amount: 100 } as const;
  await app.db.insert(orders).values([
    { ...order, email: 'zoran@primer.rs', productName: 'Šta' },
    { ...order, email: 'ana@primer.rs', productName: 'Bez%' },
  ]);
  const sold = { packageName: 'starter', bannerCount: 1, tvSeconds: 1, amount: 1, currency: 'EUR' } as const;
  await app.db.insert(packages).values([
    { ...sold, email: 'zoran@primer.rs', companyName: 'Šta', paymentKey: '1' },
    { ...sold, email: 'ana@primer.rs', companyName: 'Bez%', paymentKey: '2' },
  ]);
  const place = {
    year: app.config.event.year,
    phone: '1',
    country: 'RS',
    packageId: 'ticket-only',
    amount: 1,
    currency: 'RSD',
  } as const;
  await app.db.insert(reservations).values([
    { ...place, email: 'zoran@primer.rs', firstName: 'Zoran', lastName: 'Šta' },
    { ...place, email: 'ana@primer.rs', firstName: 'Ana', lastName: 'Bez%' },
  ]);
  await app.db.insert(vouchers).values([
    { code: '7700000001', bannerCount: 1, note: 'zoran Šta' },
    { code: '8800000002', bannerCount: 1, note: 'ana Bez%' },
  ]);
  const lists: Record<string, (search: string) => Promise<{ rows: unknown[] }>> = {
    mails: (search) => admin.admin.mails.list({ search }),
    orders: (search) => admin.orders.admin.list({ search }),
    packages: (search) => admin.advertising.admin.sold({ search }),
    reservations: (search) => admin.events.admin.list({ search }),
    vouchers: (search) => admin.vouchers.admin.list({ search }),
  };
  for (const [name, list] of Object.entries(lists)) {
    const found = async (search: string) => (await list(search)).rows.length;
    expect(await found('zo'), name).toBe(1);
    expect(await found('ra'), `${name}, inside a word`).toBe(0);
    expect(await found('ran'), name).toBe(1);
    expect(await found('sta ZORAN'), name).toBe(1);
    expect(await found('bez%'), name).toBe(1);
    expect(await found('zor%'), name).toBe(0);
    expect(await found('_na'), name).toBe(0);
  }
});

test('what is no cursor of a list shows its first page', async () => {
  const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const id = '00000000-0000-4000-8000-000000000000';
  const nonsense = [
    'x',
    place(['2030-02-30 10:00:00+00', id]),
    place(['2030-01-01', 1]),
    place([id]),
    place(["1'--", id]),
  ];
  const { rows } = await admin.orders.admin.list({});
  for (const after of nonsense) expect((await admin.orders.admin.list({ after })).rows, after).toEqual(rows);
  const mailRows = (await admin.admin.mails.list({})).rows;
  for (const after of ['x', place(['1', id]), place(['99999999999999999999', '1'])])
    expect((await admin.admin.mails.list({ after })).rows, after).toEqual(mailRows);
});

import { sql } from 'drizzle-orm';
import { foldText } from '#domain/fold.ts';
import { openDatabase } from '../../server/platform/db.ts';
import { FIRST_NAMES, SURNAMES, TOWN_NAMES } from '../../server/seed/names.ts';

export type Db = ReturnType<typeof openDatabase>;

/** So many names that the commonest surname is one of a hundred people's and most are rare, as in life. */
export const firstNames = named(FIRST_NAMES, 400, ['a', 'ko', 'mir', 'slav', 'ana', 'oje', 'an', 'ica', 'inka', 'iša']);
export const surnames = named(SURNAMES, 3_000, [
  'ić',
  'ović',
  'ević',
  'ski',
  'inac',
  'čević',
  'anović',
  'ojević',
  'enko',
  'ar',
]);

/** Rows of a shop that is a few years old, written as PostgreSQL can write the most in a minute: triggers and indexes come after. */
export async function fillLists(url: string, people: number, entries: number): Promise<void> {
  const db = openDatabase(url, { max: 1, statementMs: 600_000 });
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`set local work_mem = '256MB'`);
      await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
      await withoutIndexes(tx as unknown as Db, ['profiles', 'profile_words', 'audit_log'], async () => {
        await writePeople(tx as unknown as Db, people);
        await writeEntries(tx as unknown as Db, entries);
      });
    });
    await db.execute(sql`vacuum (analyze) profiles, profile_words, audit_log`);
  } finally {
    await db.close();
  }
}

/** Those of no constraint are taken away while rows are written, and made again from them. */
export async function withoutIndexes(db: Db, tables: readonly string[], write: () => Promise<void>): Promise<void> {
  const { rows } = await db.execute<{ name: string; made: string; statistics: number | null }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made,
      (select max(attstattarget) from pg_attribute where attrelid = indexrelid and attnum = 1) as statistics
    from pg_index
    where indrelid = any(${sql.param(tables)}::text[]::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await db.execute(sql.raw(`drop index ${name}`));
  await write();
  for (const { name, made, statistics } of rows) {
    await db.execute(sql.raw(made));
    if ((statistics ?? -1) >= 0)
      await db.execute(sql.raw(`alter index ${name} alter column 1 set statistics ${statistics}`));
  }
}

async function writePeople(db: Db, count: number): Promise<void> {
  await db.execute(sql`create temporary table new_people on commit drop as
    select n, gen_random_uuid() as id, ${one(firstNames, 1.6)} as first_name, ${one(surnames, 1.8)} as last_name,
      ${one(['gmejl', 'gmejl', 'gmejl', 'jahu', 'hotmejl', 'mts', 'firma', 'primer'], 1)} || '.example' as host,
      random() as luck, lpad((random() * 9999999)::int::text, 7, '0') as phone,
      now() - interval '3 years' * power(random(), 1.5) as created_at
    from generate_series(1, ${count}::int) n`);
  await db.execute(sql`insert into auth.users (id, email, email_confirmed_at, created_at)
    select id, address, created_at, created_at from (select *, ${addressOf} as address from new_people) new_people`);
  await db.execute(sql`insert into profiles
    (id, email, username, first_name, last_name, phone, city, country, company_name, pibfirme, is_company, is_monter,
      is_partner, toberegistered, blocked_at, closed_at, l_banners, created_at)
    select id, ${addressOf}, ${localPart} || n, first_name, last_name, '+3816' || (n % 6) || phone,
      ${one(TOWN_NAMES, 1)}, case when luck < 0.1 then 'ME' else 'RS' end,
      case when luck < 0.04 then ${one(['Pekara', 'Autoservis', 'Apoteka', 'Salon', 'Vinarija'], 1)} || ' ' || last_name end,
      case when luck < 0.04 then 100000000 + n end, luck < 0.04, luck between 0.04 and 0.05, luck between 0.05 and 0.055,
      luck > 0.9995, case when luck between 0.2 and 0.202 then now() end, case when luck between 0.3 and 0.3005 then now() end,
      case when luck < 0.1 then floor(1000 * power(random(), 3)) else 0 end, created_at
    from new_people order by created_at`);
  await db.execute(sql`insert into profile_words (profile_id, words, created_at, name, email, groups)
    select id, profile_words_of(p), created_at, profile_name_of(p), lower(email), profile_groups_of(p) from profiles p order by created_at
    on conflict (profile_id) do nothing`);
}

/** Most entries are the server's own and a few people's, who are still there or left long ago; the last months are the densest. */
async function writeEntries(db: Db, count: number): Promise<void> {
  await db.execute(sql`create temporary table staff on commit drop as
    select row_number() over () - 1 as n, id, email from (select id, email from profiles order by id limit 15) chosen`);
  await db.execute(sql`create temporary table active on commit drop as
    select row_number() over () - 1 as n, id, email from (select id, email from profiles tablesample system (5)) chosen`);
  await db.execute(sql`insert into audit_log (at, actor, actor_email, action, subject_kind, subject_id, ip, after)
    select at, coalesce(s.id::text, a.id::text, 'system'), coalesce(s.email, a.email), ${one(ACTIONS, 2)}, 'profile',
      subject.id, '10.0.0.1', jsonb_build_object('amount', e.n)
    from (
      select n, luck, at, case
          when luck < 0.02 then 10 + floor(5 * random())
          when luck < 0.2 then floor(10 * power(random(), 2)) end as by_staff,
        case when luck > 0.8 then floor(random() * (select count(*) from active)) end as by_active,
        floor(random() * (select count(*) from active)) as about
      from (
        select n, luck, now() - interval '3 years' * case when luck < 0.02 then 0.7 + 0.3 * random() else power(random(), 1.5) end as at
        from (select n, random() as luck from generate_series(1, ${count}::int) n) drawn) timed
    ) e
    left join staff s on s.n = e.by_staff left join active a on a.n = e.by_active join active subject on subject.n = e.about
    order by at`);
}

const ACTIONS = [
  'accounts.signed-in',
  'orders.placed',
  'orders.paid',
  'accounts.signed-up',
  'mail.previewed',
  'accounts.approved',
  'vouchers.redeemed',
  'devices.linked',
  'accounts.edited',
  'events.reserved',
  'events.paid',
  'network.enrolled',
  'vouchers.issued',
  'accounts.role-changed',
  'accounts.blocked',
  'orders.refunded',
];

const localPart = sql`search_fold(first_name || '.' || last_name)`;
const addressOf = sql`${localPart} || n || '@' || host`;

/** One of a list; the greater the skew, the more often one of the first. */
export const one = (list: readonly string[], skew: number) =>
  sql`(string_to_array(${list.join(',')}::text, ','))[1 + floor(${list.length}::int * power(random(), ${skew}::float8))::int]`;

/** The known names first, then made ones in a fixed disorder. */
function named(known: readonly string[], count: number, endings: readonly string[]): string[] {
  const stems = [...new Set(known.map((name) => name.replace(/(ović|ević|ić|[aeiou]+)$/, '')))];
  const made = stems.flatMap((stem, place) =>
    stems.flatMap((other, by) =>
      (place + by) % 7 === 0 ? endings.map((ending) => stem + foldText(other).slice(0, 2) + ending) : [],
    ),
  );
  const disorder = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const shuffled = made.toSorted((a, b) => disorder(a) - disorder(b));
  return [...new Set([...known, ...shuffled])].slice(0, count);
}

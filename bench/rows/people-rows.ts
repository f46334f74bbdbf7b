import { sql } from 'drizzle-orm';
import { openDatabase } from '../../server/platform/db.ts';
import { FIRST_NAMES, SURNAMES, TOWN_NAMES } from '../../server/seed/names.ts';
import { type BenchServer, databaseUrlOf } from '../measure/server.ts';
import { pick } from './pick.ts';

/** That many people more, made by PostgreSQL itself; triggers and indexes do all their work. */
export async function addPeople(server: BenchServer, from: number, to: number): Promise<void> {
  const db = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 600_000 });
  try {
    for (let start = from; start < to; start += BATCH) await addBatch(db, start, Math.min(to, start + BATCH));
    await db.execute(sql`analyze profiles, profile_words`);
  } finally {
    await db.close();
  }
}

/** Everybody was last changed when they joined, at least a day ago; a benchmark's people are all made this minute. */
export async function ageChanges(server: BenchServer): Promise<void> {
  const db = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 600_000 });
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table profiles disable trigger touch_updated_at`);
      await tx.execute(sql`update profiles set updated_at = created_at - interval '1 day'`);
      await tx.execute(sql`alter table profiles enable trigger touch_updated_at`);
    });
  } finally {
    await db.close();
  }
}

const BATCH = 50_000;

async function addBatch(db: ReturnType<typeof openDatabase>, from: number, to: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table new_people on commit drop as
      select n, gen_random_uuid() as id, 'osoba' || n || '@primer.rs' as email
      from generate_series(${from}::int, ${to - 1}::int) n`);
    await tx.execute(
      sql`insert into auth.users (id, email, email_confirmed_at) select id, email, now() from new_people`,
    );
    await tx.execute(sql`insert into profiles
      (id, email, username, first_name, last_name, phone, city, country, company_name, pibfirme, is_company, is_monter, is_partner, toberegistered, created_at)
      select id, email, 'osoba' || n, ${pick(FIRST_NAMES, 7)}, ${pick(SURNAMES, 11)}, '+3816' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'),
        ${pick(TOWN_NAMES, 3)}, case when n % 9 = 0 then 'ME' else 'RS' end,
        case when n % 12 = 0 then 'Preduzeće ' || n end, case when n % 12 = 0 then 100000000 + n end,
        n % 12 = 0, n % 10 = 1, n % 10 = 4, n % 500 = 3, now() - make_interval(mins => n)
      from new_people`);
  });
}

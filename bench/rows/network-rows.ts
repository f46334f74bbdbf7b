import { type SQL, sql } from 'drizzle-orm';
import { openDatabase } from '../../server/platform/db.ts';
import { FIRST_NAMES, SURNAMES } from '../../server/seed/names.ts';
import { type BenchServer, databaseUrlOf } from '../measure/server.ts';
import { pick } from './pick.ts';

const DIGITS = '23456789ABCDEFGH';
const BATCH = 50_000;

/** Always the same for a number, so that an upline need not be looked up. */
const idOf = (n: SQL) => sql`overlay(overlay(md5('member' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;
/** Member `n`'s code: the number in sixteen letters of the alphabet of codes. */
export const codeOf = (n: number): string =>
  [...n.toString(16).padStart(8, '0')].map((digit) => DIGITS[Number.parseInt(digit, 16)]).join('');

/**
 * Members `from` … `to - 1` of a random network, entered through the database's own triggers. Each stands under any
 * earlier one at random, which makes a tree about 14 levels deep on the average at a million; those in `branch` stand
 * under earlier ones of the branch, whose first stands under member 0, and nobody later enters it.
 */
export async function addMembers(
  server: BenchServer,
  from: number,
  to: number,
  branch: readonly [start: number, end: number],
): Promise<void> {
  const db = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 600_000 });
  const [start, end] = branch;
  try {
    for (let at = from; at < to; at += BATCH) {
      const last = Math.min(to, at + BATCH) - 1;
      await db.transaction(async (tx) => {
        await tx.execute(sql`create temporary table new_people on commit drop as
          select n, ${idOf(sql`n`)} as id, 'clan' || n || '@primer.rs' as email,
            case when n = 0 then null
              when n = ${start}::int then 0
              when n > ${start}::int and n < ${end}::int
                then ${start}::int + (hashint4(n)::bigint & 2147483647) % (n - ${start}::int)
              when n >= ${end}::int and (hashint4(n)::bigint & 2147483647) % n between ${start}::int and ${end - 1}::int
                then (hashint4(n)::bigint & 2147483647) % ${start}::int
              else (hashint4(n)::bigint & 2147483647) % n
            end as upline
          from generate_series(${at}::int, ${last}::int) n`);
        await tx.execute(
          sql`insert into auth.users (id, email, email_confirmed_at) select id, email, now() from new_people order by n`,
        );
        await tx.execute(sql`insert into profiles
          (id, email, username, first_name, last_name, country, toberegistered, referral_code, in_tree, parent_id)
          select id, email, 'clan' || n, ${pick(FIRST_NAMES, 7)}, ${pick(SURNAMES, 11)}, 'RS', false,
            translate(lpad(to_hex(n), 8, '0'), '0123456789abcdef', ${DIGITS}::text), true,
            case when upline is not null then ${idOf(sql`upline`)} end
          from new_people order by n`);
      });
    }
    // What autovacuum does by itself a minute later.
    await db.execute(sql`vacuum analyze profiles, profile_words`);
  } finally {
    await db.close();
  }
}

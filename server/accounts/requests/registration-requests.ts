import { desc, sql } from 'drizzle-orm';
import type { RegistrationRequest } from '#domain/accounts/contract.ts';
import type { Database } from '../../platform/db.ts';
import { isRequestCondition, profiles } from '../schema.ts';

/** Of each kind; more would only say the same again. */
const MAX_SIMILAR = 3;

/** Who waits, newest first, each with the people who may be the same one. */
export async function listRequests(db: Database): Promise<RegistrationRequest[]> {
  const [waiting, alike] = await Promise.all([
    db.select().from(profiles).where(isRequestCondition).orderBy(desc(profiles.createdAt), desc(profiles.id)),
    findAlike(db),
  ]);
  return waiting.map((row) => ({ ...row, alike: alike.get(row.id) ?? [] }));
}

type Alike = RegistrationRequest['alike'][number];

/** Three short looks through indexes for everybody who waits, however many share a number. */
async function findAlike(db: Database): Promise<Map<string, Alike[]>> {
  const same = (what: Alike['same'], condition: string) => sql`(
    select d.id, d.email, d.toberegistered, ${sql.raw(`'${what}'`)} as same
    from profiles d where ${sql.raw(condition)} and d.id <> w.id limit ${sql.raw(String(MAX_SIMILAR))})`;
  const { rows } = await db.execute<{
    of: string;
    id: string;
    email: string;
    toberegistered: boolean;
    same: Alike['same'];
  }>(
    sql`select w.id as of, d.* from profiles w cross join lateral (
      ${same('taxNumber', 'd.pibfirme = w.pibfirme')}
      union all ${same('registrationNumber', 'd.mbfirme = w.mbfirme')}
      union all ${same('phone', 'd.phone is not null and phone_tail(d.phone) = phone_tail(w.phone)')}) d
      where w.toberegistered`,
  );
  const found = new Map<string, Alike[]>();
  for (const { of, toberegistered, ...row } of rows)
    found.set(of, [...(found.get(of) ?? []), { ...row, waits: toberegistered }]);
  return found;
}

import { openTokens } from '../../server/auth/sessions/tokens.ts';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/platform/db.ts';
import { person, type TestPerson } from '../../server/test/people.ts';
import { type BenchServer, databaseUrlOf } from '../measure/server.ts';

/** Members or admins with valid sessions, put straight into the benchmark's database. */
export async function members(
  server: BenchServer,
  count: number,
  level: 'member' | 'admin' = 'member',
): Promise<TestPerson[]> {
  const db = openDatabase(databaseUrlOf(server), { max: 4 });
  const config = parseConfig({ PUBLIC_URL: server.url });
  const deps = { config, now: () => new Date(), tokens: await openTokens(db, `${server.url}/auth/v1`) };
  try {
    return await Promise.all(Array.from({ length: count }, () => person({ db, deps, config } as never, level)));
  } finally {
    await db.close();
  }
}

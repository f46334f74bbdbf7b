import { randomUUID } from 'node:crypto';
import { eq, type sql } from 'drizzle-orm';
import { profiles } from '../../server/accounts/schema.ts';
import { openPasswords } from '../../server/auth/passwords/passwords.ts';
import { sessions, users } from '../../server/auth/schema.ts';
import { openTokens } from '../../server/auth/sessions/tokens.ts';
import { parseConfig } from '../../server/config.ts';
import { devices } from '../../server/devices/schema.ts';
import { openDatabase } from '../../server/platform/db.ts';
import { fingerprint } from '../../server/platform/secrets/fingerprint.ts';
import { person, type TestPerson } from '../../server/test/people.ts';
import type { Caller } from './operations.ts';

export const PASSWORD = 'lozinka za probu';

/** The running server's database seen from beside it: what there is to ask about, and who asks. */
export async function openFuzzContext(databaseUrl: string, publicUrl: string, superAdminEmail: string) {
  const db = openDatabase(databaseUrl, { max: 4, poolMs: 30_000, lockMs: 10_000, statementMs: 30_000 });
  const config = parseConfig({ PUBLIC_URL: publicUrl, SUPER_ADMIN_EMAIL: superAdminEmail });
  const tokens = await openTokens(db, `${publicUrl}/auth/v1`);
  const deps = { config, db, now: () => new Date(), tokens } as never;
  const context = { db, deps, config } as never;
  const passwordHash = await openPasswords({ cost: { memoryCost: 64, timeCost: 1 } }).hash(PASSWORD);

  async function createPerson(level: 'waiting' | 'member' | 'admin'): Promise<TestPerson> {
    const who = await person(context, level);
    await db.update(users).set({ passwordHash, mailboxProvenAt: new Date() }).where(eq(users.id, who.id));
    return who;
  }

  /** A fresh session of somebody who is there already. */
  async function signIn(userId: string, email: string): Promise<TestPerson> {
    const sessionId = randomUUID();
    await db.insert(sessions).values({ id: sessionId, userId, refreshedAt: new Date(), provenAt: new Date() });
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }];
    const claims = { userId, sessionId, email, aal: 'aal1' as const, amr, userMetadata: {} };
    return { id: userId, email, sessionId, token: (await tokens.issue(claims, new Date())).token };
  }

  async function tv(): Promise<string> {
    const owner = await createPerson('member');
    const token = `tv_${randomUUID().replaceAll('-', '')}${'x'.repeat(11)}`;
    const number = 100_000_000 + Math.floor(Math.random() * 899_999_999);
    await db.insert(devices).values({ profileId: owner.id, number, name: 'TV', tokenHash: fingerprint(token) });
    return token;
  }

  async function tokenOf(caller: Caller): Promise<string | undefined> {
    if (caller === 'visitor') return undefined;
    if (caller === 'device') return tv();
    if (caller !== 'superAdmin') return (await createPerson(caller)).token;
    const [boss] = await db.select().from(profiles).where(eq(profiles.email, superAdminEmail));
    return (await signIn(boss!.id, boss!.email)).token;
  }

  const ids = async (query: ReturnType<typeof sql>): Promise<string[]> =>
    (await db.execute(query)).rows.map((row) => String(Object.values(row as object)[0]));

  return { db, config, deps, tokens, createPerson, signIn, tokenOf, ids, close: () => db.close() };
}
export type FuzzContext = Awaited<ReturnType<typeof openFuzzContext>>;

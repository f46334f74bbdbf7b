import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database, Tx } from '../../platform/db.ts';
import { keys } from '../schema.ts';

/** A signing key serves half a year; after that it stays published for a day, far longer than any token is valid. */
const SIGNS_FOR_MS = 180 * 24 * 3600_000;
const PUBLISHED_AFTERWARDS_MS = 24 * 3600_000;

export interface KeyRing {
  secret: Buffer;
  signing: { kid: string; key: Awaited<ReturnType<typeof importJWK>> };
  published: JWK[];
  verifying: Map<string, Awaited<ReturnType<typeof importJWK>>>;
}

/** The keys every server process on this database shares; made under a lock where they are missing. */
export async function loadKeyRing(db: Database): Promise<KeyRing> {
  const present = await db.select().from(keys).orderBy(asc(keys.createdAt));
  const rows = isComplete(present) ? present : await db.transaction(makeMissingKeys);
  const secret = Buffer.from(String(rows.find((row) => row.kind === 'secret')!.material.secret), 'base64url');
  const pairs = rows.filter((row) => row.kind === 'jwt');
  const current = pairs.findLast((row) => row.retiresAt === null)!;
  const published = pairs.map(({ kid, material }): JWK => {
    const { kty, crv, x, y } = material as JWK;
    return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  });
  return {
    secret,
    signing: { kid: current.kid, key: await importJWK(current.material as JWK, 'ES256') },
    published,
    verifying: new Map(
      await Promise.all(published.map(async (jwk) => [jwk.kid!, await importJWK(jwk, 'ES256')] as const)),
    ),
  };
}

/**
 * Puts a new signing key in the place of one that has served its time, or of any (`now`), and forgets the long retired. Safe to run
 * twice.
 */
export async function rotateSigningKeys(tx: Tx, now: Date, asked: { now?: boolean } = {}): Promise<void> {
  await lockKeys(tx);
  await tx.delete(keys).where(lt(keys.retiresAt, new Date(now.getTime() - PUBLISHED_AFTERWARDS_MS)));
  const [current] = await tx
    .select()
    .from(keys)
    .where(and(eq(keys.kind, 'jwt'), isNull(keys.retiresAt)))
    .orderBy(desc(keys.createdAt));
  if (current && !asked.now && current.createdAt.getTime() > now.getTime() - SIGNS_FOR_MS) return;
  await tx
    .update(keys)
    .set({ retiresAt: now })
    .where(and(eq(keys.kind, 'jwt'), isNull(keys.retiresAt)));
  await tx.insert(keys).values({ ...(await newSigningKey()), createdAt: now });
}

type Row = typeof keys.$inferSelect;
const signs = (row: Row) => row.kind === 'jwt' && row.retiresAt === null;
const isSecret = (row: Row) => row.kind === 'secret';
const isComplete = (rows: Row[]) => rows.some(signs) && rows.some(isSecret);

/** At the first start both; after a leaked dump the operator deletes the signing keys (docs/operations.md). */
async function makeMissingKeys(tx: Tx): Promise<Row[]> {
  await lockKeys(tx);
  const present = await tx.select().from(keys).orderBy(asc(keys.createdAt));
  const secret = { secret: randomBytes(32).toString('base64url') };
  const missing = [
    ...(present.some(signs) ? [] : [await newSigningKey()]),
    ...(present.some(isSecret) ? [] : [{ kid: randomUUID(), kind: 'secret' as const, material: secret }]),
  ];
  if (missing.length === 0) return present;
  return [...present, ...(await tx.insert(keys).values(missing).returning())];
}

async function newSigningKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid: randomUUID(), kind: 'jwt' as const, material: { ...(await exportJWK(privateKey)) } };
}

const lockKeys = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('auth.keys'))`);

import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { DAY_MS } from '#domain/day.ts';
import type { Database, Tx } from '../../platform/db.ts';
import { keys } from '../schema.ts';
import { isSealedWithNewestKey, type SealingKeys, seal, unseal } from './sealing.ts';

/** A signing key serves half a year; after that it stays published for a day, far longer than any token is valid. */
const SIGNS_FOR_MS = 180 * DAY_MS;
const PUBLISHED_AFTERWARDS_MS = DAY_MS;

export interface KeyRing {
  secret: Buffer;
  signing: { kid: string; key: Awaited<ReturnType<typeof importJWK>> };
  published: JWK[];
  verifying: Map<string, Awaited<ReturnType<typeof importJWK>>>;
}

/** A key for one purpose, of the server secret. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));

/** The keys every server process on this database shares; made under a lock where they are missing. */
export async function loadKeyRing(db: Database, sealing: SealingKeys): Promise<KeyRing> {
  const present = await db.select().from(keys).orderBy(asc(keys.createdAt));
  const kept = isComplete(present) ? present : await db.transaction((tx) => makeMissingKeys(tx, sealing));
  const rows = kept.map((row) => ({ ...row, material: unseal(row.kid, row.material, sealing) }));
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
 * Puts a new signing key in the place of one that has served its time, or of any (`atOnce`), and forgets the long retired. Safe to run
 * twice.
 */
export async function rotateSigningKeys(
  tx: Tx,
  now: Date,
  { sealing, atOnce = false }: { sealing: SealingKeys; atOnce?: boolean },
): Promise<void> {
  await lockKeys(tx);
  await tx.delete(keys).where(lt(keys.retiresAt, new Date(now.getTime() - PUBLISHED_AFTERWARDS_MS)));
  const [current] = await tx
    .select()
    .from(keys)
    .where(and(eq(keys.kind, 'jwt'), isNull(keys.retiresAt)))
    .orderBy(desc(keys.createdAt));
  if (current && !atOnce && current.createdAt.getTime() > now.getTime() - SIGNS_FOR_MS) return;
  await tx
    .update(keys)
    .set({ retiresAt: now })
    .where(and(eq(keys.kind, 'jwt'), isNull(keys.retiresAt)));
  await tx.insert(keys).values({ ...(await newSigningKey(sealing)), createdAt: now });
}

type Row = typeof keys.$inferSelect;
const signs = (row: Row) => row.kind === 'jwt' && row.retiresAt === null;
const isSecret = (row: Row) => row.kind === 'secret';
const isComplete = (rows: Row[]) => rows.some(signs) && rows.some(isSecret);

/** At the first start both; after a leaked dump the operator deletes the signing keys (docs/operations.md). */
async function makeMissingKeys(tx: Tx, sealing: SealingKeys): Promise<Row[]> {
  await lockKeys(tx);
  const present = await tx.select().from(keys).orderBy(asc(keys.createdAt));
  const missing = [
    ...(present.some(signs) ? [] : [await newSigningKey(sealing)]),
    ...(present.some(isSecret) ? [] : [newKey('secret', { secret: randomBytes(32).toString('base64url') }, sealing)]),
  ];
  if (missing.length === 0) return present;
  return [...present, ...(await tx.insert(keys).values(missing).returning())];
}

/**
 * Seals every key with the first sealing key. For `rotate-keys`, when every server has that key: one without it could not read
 * them any more. Answers how many were sealed otherwise before.
 */
export async function sealKeys(tx: Tx, sealing: SealingKeys): Promise<number> {
  await lockKeys(tx);
  const others = (await tx.select().from(keys)).filter(({ material }) => !isSealedWithNewestKey(material, sealing));
  for (const { kid, material } of others)
    await tx
      .update(keys)
      .set({ material: seal(kid, unseal(kid, material, sealing), sealing) })
      .where(eq(keys.kid, kid));
  return others.length;
}

async function newSigningKey(sealing: SealingKeys) {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return newKey('jwt', { ...(await exportJWK(privateKey)) }, sealing);
}

function newKey(kind: Row['kind'], material: Row['material'], sealing: SealingKeys) {
  const kid = randomUUID();
  return { kid, kind, material: seal(kid, material, sealing) };
}

const lockKeys = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('auth.keys'))`);

import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { asc, sql } from 'drizzle-orm';
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../platform/db.ts';
import { keys } from './schema.ts';

/** Long enough that a tab's refresh tick never misses it, short enough that a leaked token dies soon. Seconds. */
export const ACCESS_TOKEN_SECONDS = 900;

export interface Claims {
  userId: string;
  sessionId: string;
  email: string;
  aal: 'aal1' | 'aal2';
  amr: { method: string; timestamp: number }[];
  userMetadata: Record<string, unknown>;
}

export interface Tokens {
  /** The session and user a token speaks for; `null` for anything forged, expired or malformed. */
  verify(token: string): Promise<{ sessionId: string; userId: string; aal: 'aal1' | 'aal2' } | null>;
  /** A signed access token and the moment it ends, in seconds since 1970. */
  issue(claims: Claims, now: Date): Promise<{ token: string; expiresAt: number }>;
  /** The public keys, for `/.well-known/jwks.json`. */
  jwks(): { keys: JWK[] };
  /** A key for one purpose, derived from the server secret; the database holds no other secret in the clear. */
  deriveKey(purpose: string): Buffer;
}

/** Loads the keys every server process on this database shares; makes them on the first start, under a lock. */
export async function openTokens(db: Database, issuer: string): Promise<Tokens> {
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('auth.keys'))`);
    const present = await tx.select().from(keys).orderBy(asc(keys.createdAt));
    if (present.length > 0) return present;
    const pair = await generateKeyPair('ES256', { extractable: true });
    return tx
      .insert(keys)
      .values([
        { kid: randomUUID(), kind: 'jwt', material: { ...(await exportJWK(pair.privateKey)) } },
        { kid: randomUUID(), kind: 'secret', material: { secret: randomBytes(32).toString('base64url') } },
      ])
      .returning();
  });

  const secret = Buffer.from(String(rows.find((row) => row.kind === 'secret')!.material.secret), 'base64url');
  const signing = rows.filter((row) => row.kind === 'jwt');
  const current = signing.at(-1)!;
  const privateKey = await importJWK(current.material as JWK, 'ES256');
  const publicJwks = signing.map(({ kid, material }) => {
    const { kty, crv, x, y } = material as JWK;
    return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' } as JWK;
  });
  const publicKeys = new Map(
    await Promise.all(publicJwks.map(async (jwk) => [jwk.kid!, await importJWK(jwk, 'ES256')] as const)),
  );

  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          (header) => {
            const key = publicKeys.get(header.kid ?? '');
            if (!key) throw new Error('unknown key');
            return key;
          },
          { algorithms: ['ES256'], issuer, audience: 'authenticated' },
        );
        if (typeof payload.sub !== 'string' || typeof payload.session_id !== 'string') return null;
        return { userId: payload.sub, sessionId: payload.session_id, aal: payload.aal === 'aal2' ? 'aal2' : 'aal1' };
      } catch {
        return null;
      }
    },
    async issue(claims, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
      const token = await new SignJWT({
        email: claims.email,
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: claims.userMetadata,
        role: 'authenticated',
        aal: claims.aal,
        amr: claims.amr,
        session_id: claims.sessionId,
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: 'ES256', kid: current.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(claims.userId)
        .setAudience('authenticated')
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey);
      return { token, expiresAt };
    },
    jwks: () => ({ keys: publicJwks }),
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32)),
  };
}

/** One-way fingerprint of a random token; what the database keeps instead of the token. */
export const fingerprint = (token: string): Buffer => createHash('sha256').update(token).digest();

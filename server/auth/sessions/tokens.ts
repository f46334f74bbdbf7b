import { CompactSign, errors, type JWK, jwtVerify, SignJWT } from 'jose';
import { HOUR_MS } from '#domain/day.ts';
import type { Database } from '../../platform/db.ts';
import type { SealingKeys } from './sealing.ts';
import { deriveKey, type KeyRing, loadKeyRing } from './signing-keys.ts';

/** Long enough that a tab's refresh tick never misses it, short enough that a leaked token expires soon. Seconds. */
export const ACCESS_TOKEN_SECONDS = 900;

/** How often a process looks for keys that another one made. */
const RELOAD_MS = HOUR_MS;
/** An unknown key id makes it look at once, but never more often than this. */
const RELOAD_AT_MOST_MS = 10_000;

export interface Claims {
  userId: string;
  sessionId: string;
  email: string;
  aal: 'aal1' | 'aal2';
  amr: { method: string; timestamp: number }[];
  userMetadata: Record<string, unknown>;
  /** Of the refresh token given together with it (newest-token.ts). */
  refreshCounter?: number;
}

export interface Tokens {
  /** The session and user a token speaks for; `null` for anything forged, expired or malformed. */
  verify(
    token: string,
  ): Promise<{ sessionId: string; userId: string; aal: 'aal1' | 'aal2'; refreshCounter: number | null } | null>;
  /** A signed access token and the moment it ends, in seconds since 1970. */
  issue(claims: Claims, now: Date): Promise<{ token: string; expiresAt: number }>;
  /** The public keys, for `/.well-known/jwks.json`. */
  jwks(): { keys: JWK[] };
  /** A detached signature (RFC 7515, appendix F) of exactly that text; `kind` is its type and keeps it apart from tokens. */
  signText(text: string, kind: string): Promise<string>;
  /** A key for one purpose, derived from the server secret; the database holds no other secret in the clear. */
  deriveKey(purpose: string): Buffer;
}

/** Every server process on this database signs with the same keys and trusts the same keys. */
export async function openTokens(
  db: Database,
  issuer: string,
  { now = () => new Date(), sealing = [] }: { now?: () => Date; sealing?: SealingKeys } = {},
): Promise<Tokens> {
  let keySet: KeyRing = await loadKeyRing(db, sealing);
  let loadedAt = Date.now();
  let loading: Promise<void> | null = null;

  /** Whoever comes while it loads waits for the same; a load that fails counts for nothing, so the next one asks again. */
  async function reloadIfOlderThan(age: number) {
    if (Date.now() - loadedAt < age) return;
    loading ??= load().finally(() => {
      loading = null;
    });
    await loading;
  }

  async function load() {
    keySet = await loadKeyRing(db, sealing);
    loadedAt = Date.now();
  }

  async function keyOf(kid: string) {
    if (!keySet.verifying.has(kid)) await reloadIfOlderThan(RELOAD_AT_MOST_MS);
    const key = keySet.verifying.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  }

  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, (header) => keyOf(header.kid ?? ''), {
          algorithms: ['ES256'],
          issuer,
          audience: 'authenticated',
          requiredClaims: ['exp', 'sub', 'session_id'],
          currentDate: now(),
        });
        if (typeof payload.sub !== 'string' || typeof payload.session_id !== 'string') return null;
        return {
          userId: payload.sub,
          sessionId: payload.session_id,
          aal: payload.aal === 'aal2' ? 'aal2' : 'aal1',
          refreshCounter: typeof payload.refresh_counter === 'number' ? payload.refresh_counter : null,
        };
      } catch (error) {
        // Anything else is no judgement of the token: the database may have been gone while a key was looked up.
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    async issue(claims, at) {
      await reloadIfOlderThan(RELOAD_MS);
      const issuedAt = Math.floor(at.getTime() / 1000);
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
        refresh_counter: claims.refreshCounter,
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: 'ES256', kid: keySet.signing.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(claims.userId)
        .setAudience('authenticated')
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(keySet.signing.key);
      return { token, expiresAt };
    },
    async signText(text, kind) {
      await reloadIfOlderThan(RELOAD_MS);
      const signed = await new CompactSign(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'ES256', kid: keySet.signing.kid, typ: kind })
        .sign(keySet.signing.key);
      const [header, , signature] = signed.split('.');
      return `${header}..${signature}`;
    },
    jwks: () => ({ keys: keySet.published }),
    deriveKey: (purpose) => deriveKey(keySet.secret, purpose),
  };
}

import type { Tokens } from './tokens.ts';

type Verified = NonNullable<Awaited<ReturnType<Tokens['verify']>>>;

/** Enough for everybody who is likely to be here within a quarter of an hour. */
const REMEMBERED = 10_000;
const caches = new WeakMap<Tokens, Map<string, { claims: Verified; expiresAt: number }>>();

/**
 * Verifies an access token, remembering the good ones until they expire: a signature does not change, and checking one
 * costs more than everything else a door does. Whether the session still lives is asked of the database every time.
 */
export async function verifyToken(tokens: Tokens, token: string): Promise<Verified | null> {
  const cache = caches.get(tokens) ?? new Map();
  caches.set(tokens, cache);
  const known = cache.get(token);
  if (known) {
    if (known.expiresAt > Date.now()) return known.claims;
    cache.delete(token);
    return null;
  }
  const claims = await tokens.verify(token);
  if (!claims) return null;
  if (cache.size >= REMEMBERED) cache.delete(cache.keys().next().value!);
  cache.set(token, { claims, expiresAt: expiryOf(token) });
  return claims;
}

/** Of a token whose signature has just been verified. Milliseconds. */
const expiryOf = (token: string): number =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).exp * 1000;

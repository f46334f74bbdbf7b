import type { Tokens } from './tokens.ts';

/** Enough for everyone who is active within a token's life; the oldest are forgotten first. */
const CAPACITY = 5_000;

/**
 * Checking a signature costs more than the rest of a small request, and a browser sends the same token for a quarter of an
 * hour. So a token is checked once and remembered until it ends. Whether its session still lives is asked of the
 * database at every request all the same (server/access.ts).
 */
export function rememberVerified(tokens: Tokens, now: () => Date): Tokens {
  type Verified = NonNullable<Awaited<ReturnType<Tokens['verify']>>>;
  const remembered = new Map<string, { verified: Verified; expiresAt: number }>();
  return {
    ...tokens,
    async verify(token) {
      const known = remembered.get(token);
      if (known) {
        if (known.expiresAt > now().getTime()) return known.verified;
        remembered.delete(token);
      }
      const verified = await tokens.verify(token);
      if (!verified) return null;
      if (remembered.size >= CAPACITY) remembered.delete(remembered.keys().next().value!);
      remembered.set(token, { verified, expiresAt: expiryOf(token) });
      return verified;
    },
  };
}

/** Of a token whose signature is known to be right. Milliseconds since 1970. */
function expiryOf(token: string): number {
  const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp?: number };
  return (payload.exp ?? 0) * 1000;
}

/** The token of an Authorization header (RFC 6750), `null` when it has none. */
export const bearerToken = (headers: Headers): string | null =>
  /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;

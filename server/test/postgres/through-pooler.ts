import { inject } from 'vitest';

/** The same address through the tests' PgBouncer; `null` while they run without one, or for an address that is not the tests' own. */
export function throughPooler(databaseUrl: string): string | null {
  const pooler = inject('poolerUrl');
  if (pooler === null) return null;
  const [url, own] = [new URL(databaseUrl), new URL(inject('postgresUrl'))];
  if (url.host !== own.host) return null;
  url.port = new URL(pooler).port;
  return url.href;
}

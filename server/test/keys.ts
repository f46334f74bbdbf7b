import { randomUUID } from 'node:crypto';
import { daysLater } from '#domain/day.ts';
import type { NewKey } from '#domain/integrations/keys/contract.ts';
import { KEY_DUTIES } from '#domain/integrations/keys/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { TestApp } from './app.ts';
import { call, type TestPerson } from './people.ts';

/** A key that somebody made for everything a key may do, or for what is said. */
export async function keyOf(app: TestApp, maker: TestPerson, wanted: Partial<NewKey> = {}) {
  const id = randomUUID();
  const { key, secret } = await call(app, maker).integrations.keys.make({
    id,
    name: `Program ${id.slice(0, 8)}`,
    duties: [...KEY_DUTIES],
    writes: true,
    networks: [],
    endsOn: daysLater(dayOf(app.clock.now), 90),
    ...wanted,
  });
  return { id: key.id, name: key.name, secret };
}

export interface Answer {
  status: number;
  code: string | null;
  body: unknown;
  message: string | null;
  headers: Headers;
}

/** A request as a program makes it. */
export async function ask(
  { app }: Pick<TestApp, 'app'>,
  secret: string,
  path: string,
  {
    method = 'GET',
    body,
    headers = {},
    signal,
  }: { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await app.request(`/api${path}`, {
    method,
    signal: signal ?? null,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json =
    /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : text;
  const refused = response.status >= 400;
  return {
    status: response.status,
    code: refused ? (json.code ?? null) : null,
    message: refused ? (json.message ?? null) : null,
    body: json,
    headers: response.headers,
  };
}

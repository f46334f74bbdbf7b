import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from './story.ts';

/** What the payment sandbox of that server is told by hand, and what it answers. */
export async function sandbox<T>(what: string, body: object, dataDir = process.env.E2E_DATA_DIR!): Promise<T> {
  const file = path.join(dataDir, 'stripe-sandbox.json');
  const { port, secretKey } = JSON.parse(readFileSync(file, 'utf8')) as { port: number; secretKey: string };
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as T & { ok: boolean };
  expect(answer).toMatchObject({ ok: true });
  return answer;
}

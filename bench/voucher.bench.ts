import { setTimeout as sleep } from 'node:timers/promises';
import type autocannon from 'autocannon';
import { openDatabase } from '#server/platform/db.ts';
import { compare, databaseUrlOf, startBare, startServer } from './measure/server.ts';
import { type Figure, percent, perSecond } from './measure/table.ts';
import { members } from './rows/people.ts';

const CONNECTIONS = 20;
const PEOPLE = 500;
const FIRST_CODE = 100_000_000_000;
/** More than both sides can use up in their time. */
const CODES = 150_000;

/**
 * A voucher redeemed per request, signed in, with ledger, balance, audit entry and mail, beside a bare transaction of two
 * statements over the same road; then one code that five hundred want at once.
 */
export default async function voucher(): Promise<Figure[]> {
  const server = await startServer();
  const database = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 60_000 });
  try {
    await database.ask(
      'insert into vaucerkod (kod, kol_lbanera) select $1::bigint + n, 100 from generate_series(1, $2::int) n',
      [FIRST_CODE, CODES],
    );
    await database.ask('vacuum analyze vaucerkod');
    const people = await members(server, PEOPLE);
    const bare = await startBare('bare-transaction.ts', { DATABASE_URL: databaseUrlOf(server) });
    const json = { 'content-type': 'application/json' };
    try {
      const rates = await compare({
        ours: {
          url: server.url,
          connections: CONNECTIONS,
          requests: people.map(({ token }) => ({
            method: 'POST' as const,
            path: '/api/vouchers/redeem',
            headers: { ...json, authorization: `Bearer ${token}` },
            ...freshCodes(ours),
          })),
        },
        bare: {
          url: bare.url,
          connections: CONNECTIONS,
          requests: [{ method: 'POST' as const, path: '/', headers: json, ...freshCodes(theirs) }],
        },
      });
      const simultaneous = await wantOne(
        server.url,
        people.map(({ token }) => token),
        String(FIRST_CODE + CODES),
      );
      return [
        {
          what: `POST /api/vouchers/redeem, ${CONNECTIONS} connections`,
          measured: perSecond(rates.ours),
          comparison: `${perSecond(rates.bare)} bare transaction: ${percent(rates.ours, rates.bare)}`,
          target: '≥ 40 %',
          met: rates.ours >= rates.bare * 0.4,
        },
        {
          what: '500 want one code at once',
          measured: `${simultaneous.got} got it, ${simultaneous.used} heard it is used, ${simultaneous.other} anything else, ${simultaneous.ms} ms`,
          target: '1 / 499 / 0',
          met: simultaneous.got === 1 && simultaneous.used === 499 && simultaneous.other === 0,
        },
      ];
    } finally {
      bare.stop();
    }
  } finally {
    await database.close();
    await server.stop();
  }
}

const ours = { used: 0 };
const theirs = { used: 0 };

/** Every request has a code that nobody had before; one that is gone would be an error, and errors are fatal. */
const freshCodes = (side: { used: number }): Pick<autocannon.Request, 'body' | 'setupRequest'> => ({
  setupRequest(request) {
    side.used += 1;
    return { ...request, body: JSON.stringify({ code: String(FIRST_CODE + side.used) }) };
  },
});

async function wantOne(url: string, tokens: string[], code: string) {
  await sleep(500);
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const response = await fetch(`${url}/api/vouchers/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[index % tokens.length]}` },
        body: JSON.stringify({ code }),
      });
      const { code: refusal } = (await response.json()) as { code?: string };
      return response.status === 409 ? refusal : String(response.status);
    }),
  );
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  const [got, used] = [count('200'), count('VOUCHER_USED')];
  return { got, used, other: 500 - got - used, ms: Math.round(performance.now() - began) };
}

import { existsSync, readFileSync } from 'node:fs';
import { personalDataIn } from '../scripts/personal-data.ts';
import { database } from './adverts-on-tv.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, PASSWORD } from './story.ts';

/**
 * After all journeys: nothing of the people who walked them stands in what the server has said meanwhile (docs/operations.md). Playwright's
 * global teardown, while the server still runs.
 */
export default async function searchLog(): Promise<void> {
  const file = `${process.env.E2E_DATA_DIR}.log`;
  // The story starts servers of its own.
  if (!existsSync(file)) return;
  const log = readFileSync(file, 'utf8');
  if (!log.includes('Vidik: http')) throw new Error(`${file} does not begin with the server's first words.`);
  const found = personalDataIn(log, { ...(await peopleAndCodes()), passwords: [PASSWORD, ADMIN_PASSWORD] });
  if (found.length === 0) return;
  const said = found.slice(0, 20).map(({ what, line, text }) => `  ${what}, line ${line}: ${text.slice(0, 400)}`);
  throw new Error(`${found.length} times the log of the server holds what it must not:\n${said.join('\n')}`);
}

/** Those of the super-admin, who is nobody, are left out. */
async function peopleAndCodes() {
  const db = await database();
  try {
    const { rows } = await db.query<{ first: string; last: string; phone: string | null }>(
      `select coalesce(trim(first_name), '') as first, coalesce(trim(last_name), '') as last, phone
         from profiles where email <> $1
       union select trim(ime), trim(prezime), telefon from porudzbine`,
      [ADMIN_EMAIL],
    );
    const codes = await db.query<{ code: string }>('select kod::text as code from vaucerkod');
    return {
      names: rows.flatMap(({ first, last }) => [last, `${first} ${last}`]),
      phones: rows.flatMap(({ phone }) => (phone ? [phone, phone.replace('+381', '0')] : [])),
      codes: codes.rows.map(({ code }) => code),
    };
  } finally {
    await db.end();
  }
}

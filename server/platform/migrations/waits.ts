import pg from 'pg';
import { clientConfigOfAddress } from '../postgres/address.ts';

/** How often it is looked whom a migration waits for. Milliseconds. */
const POLL_MS = 500;

interface Blocker {
  pid: number;
  name: string;
  state: string | null;
  seconds: number;
  address: string | null;
  waited: string | null;
}

/**
 * Looks from outside whom the connection `pid` waits for, and says it whenever it changes; `last()` is the newest such sentence.
 * A migration that waits is otherwise silent, and so is whoever holds it up.
 */
export function watchLockWaits(url: string, pid: number, say: (sentence: string) => void) {
  const client = new pg.Client({ ...clientConfigOfAddress(url), application_name: 'vidik migration watch' });
  client.on('error', () => {});
  let connecting: Promise<unknown> | null = null;
  let last: string | null = null;
  let said = '';
  let looking: Promise<void> | null = null;

  async function look() {
    connecting ??= client.connect();
    await connecting;
    const { rows } = await client.query<Blocker>(WHOM, [pid]);
    const [first] = rows;
    if (!first) return;
    const what = first.waited ? `the table ${first.waited}` : 'a migration or a backup that is under way';
    last = `${what}, held by ${rows.map(describe).join(' and ')}`;
    const key = `${what} ${rows.map((row) => row.pid)}`;
    if (key !== said) say(`The migration waits for ${last}.`);
    said = key;
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = null;
      });
  }, POLL_MS);

  return {
    last: () => last,
    async stop() {
      clearInterval(timer);
      await looking;
      if (connecting) await client.end().catch(() => {});
    },
  };
}

const WHOM = `
  select a.pid, coalesce(nullif(a.application_name, ''), a.backend_type) as name, a.state,
    extract(epoch from now() - coalesce(a.xact_start, a.backend_start))::int as seconds, a.client_addr::text as address,
    (select l.relation::regclass::text from pg_locks l where l.pid = $1 and not l.granted and l.relation is not null limit 1)
      as waited
  from unnest(pg_blocking_pids($1)) as blocking (pid) join pg_stat_activity a using (pid)
  order by seconds desc`;

const describe = ({ pid, name, state, seconds, address }: Blocker): string =>
  `process ${pid} (${[name, state, `for ${seconds} s`, address].filter(Boolean).join(', ')})`;

import { openTokens } from '../server/auth/sessions/tokens.ts';
import { parseConfig } from '../server/config.ts';
import { openDatabase } from '../server/platform/db.ts';
import { person } from '../server/test/people.ts';
import { type BenchServer, databaseUrlOf, startServer } from './measure/server.ts';
import { type Figure, median } from './measure/table.ts';
import { addMembers, codeOf } from './rows/network-rows.ts';
import { members } from './rows/people.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000].filter(
  (size) => size <= Number(process.env.NETWORK_SIZE ?? 1_000_000),
);
/** Where reading and moving are measured. */
const LARGE = 100_000;
const BRANCH = [90_000, 100_000] as const;
const ENROLMENTS = 60;
const ROUNDS = 15;
const SEARCHES = {
  'a common name': 'Jelena Đorđević',
  'two letters': 'mi',
  'an e-mail address': 'clan77777@primer.rs',
  'a code': codeOf(54_321),
  nobody: 'xqzwv',
};

/** What the network's server procedures cost through HTTP, one request at a time, as the network grows to a million. */
export default async function networkServer(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const ask = await adminOf(server);
    const enrolment = new Map<number, number>();
    const figures: Figure[] = [];
    let size = 0;
    for (const next of SIZES) {
      await addMembers(server, size, next, BRANCH);
      size = next;
      enrolment.set(size, await enrol(server, ask, size));
      if (size === LARGE) figures.push(...(await readAndMove(ask)));
    }
    const first = enrolment.get(SIZES[0]!)!;
    return [
      ...[...enrolment].map(([members, time]) => ({
        what: `one enrolment among ${members.toLocaleString('en')} members`,
        measured: milliseconds(time),
        ...(members === SIZES[0] ? {} : { target: 'does not grow', met: time <= first * 1.5 + 1 }),
      })),
      ...figures,
    ];
  } finally {
    await server.stop();
  }
}

type Ask = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<{ time: number; answer: unknown }>;

async function enrol(server: BenchServer, ask: Ask, size: number): Promise<number> {
  const outsiders = await members(server, ENROLMENTS);
  const times: number[] = [];
  for (const [index, { id }] of outsiders.entries()) {
    const upline = codeOf((index * 7919) % Math.min(size, BRANCH[0]));
    times.push((await ask('POST', '/api/rpc/enroll_ref', { p_ref: upline, p_user: id })).time);
  }
  return median(times);
}

async function readAndMove(ask: Ask): Promise<Figure[]> {
  const often = async (path: string) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push((await ask('GET', path)).time);
    return median(times);
  };
  const open = await often('/api/admin/network/tree');
  const figures: Figure[] = [
    {
      what: `opening the tree of ${LARGE.toLocaleString('en')}, to its first part`,
      measured: milliseconds(open),
      target: '≤ 150 ms',
      met: open <= 150,
    },
  ];
  for (const [what, words] of Object.entries(SEARCHES)) {
    const time = await often(`/api/admin/network/people?who=members&search=${encodeURIComponent(words)}`);
    figures.push({ what: `search for ${what}`, measured: milliseconds(time), target: '≤ 50 ms', met: time <= 50 });
  }
  const found = (code: number) =>
    ask('GET', `/api/admin/network/people?who=members&search=${codeOf(code)}`).then(
      ({ answer }) => (answer as { id: string }[])[0]!.id,
    );
  const [branch, top, elsewhere] = [await found(BRANCH[0]), await found(0), await found(4_321)];
  const moves: number[] = [];
  const { answer: card } = await ask('GET', `/api/admin/network/members/${branch}`);
  let shown = (card as { above: { id: string }[] }).above.at(-1)?.id ?? null;
  for (let round = 0; round < 3; round += 1)
    for (const uplineId of [elsewhere, top]) {
      const { time, answer } = await ask('POST', `/api/admin/network/members/${branch}/move`, { uplineId, shown });
      shown = uplineId;
      const { moved } = answer as { moved: number };
      if (moved !== BRANCH[1] - BRANCH[0]) throw new Error(`${moved} members moved.`);
      moves.push(time);
    }
  const move = median(moves);
  figures.push({
    what: 'moving a branch of 10,000',
    measured: milliseconds(move),
    comparison: `slowest of ${moves.length}: ${milliseconds(Math.max(...moves))}`,
    target: '≤ 1 s',
    met: move <= 1_000,
  });
  return figures;
}

/** Requests of an admin, one after another. */
async function adminOf(server: BenchServer): Promise<Ask> {
  const db = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 600_000 });
  const config = parseConfig({ PUBLIC_URL: server.url });
  const deps = { config, now: () => new Date(), tokens: await openTokens(db, `${server.url}/auth/v1`) };
  const { token } = await person({ db, deps, config } as never, 'admin');
  await db.close();
  return async (method, path, body) => {
    const began = performance.now();
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return { time: performance.now() - began, answer };
  };
}

const milliseconds = (time: number) => `${time < 20 ? time.toFixed(1) : Math.round(time)} ms`;

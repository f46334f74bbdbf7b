import { randomInt, randomUUID } from 'node:crypto';
import pg from 'pg';
import { type BenchServer, databaseUrlOf, startServer } from './measure/server.ts';
import { type Figure, median } from './measure/table.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const EACH = Number(process.env.EACH ?? 400);
const PASSWORD = 'lozinka za merenje';

/** What a stranger can send about an address; the wrong password, so that no session comes of it. */
const QUESTIONS = {
  'sign-in': ['/token?grant_type=password', (email: string) => ({ email, password: 'pogrešna lozinka' })],
  'sign-up': ['/signup', (email: string) => ({ email, password: PASSWORD, data: registration() })],
  recovery: ['/recover', (email: string) => ({ email })],
  resend: ['/resend', (email: string) => ({ email, type: 'signup' })],
} as const satisfies Record<string, readonly [string, (email: string) => object]>;

const registration = () => ({
  first_name: 'Milica',
  last_name: 'Simić',
  username: randomUUID(),
  phone: '+381641234567',
  city: 'Novi Sad',
  country: 'RS',
});
const newEmail = () => `${randomUUID()}@primer.rs`;

/**
 * Whether the time of an answer reveals who has an account. Known and unknown addresses are asked about in turn, in random
 * order; the figure is the chance to tell a known one from an unknown one by time (AUC): 0.5 is a coin, 1 is certainty.
 */
export default async function existence(): Promise<Figure[]> {
  const before = process.env.EMAIL_CONFIRMATION;
  process.env.EMAIL_CONFIRMATION = 'on';
  const server = await startServer();
  try {
    const known = await makeKnown(server);
    const figures: Figure[] = [];
    for (const [what, [path, body]] of Object.entries(QUESTIONS)) {
      await measure(server, path, body, known.slice(0, 20));
      const runs: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const times = await measure(server, path, body, known);
        runs.push(distinguishability(times.known, times.unknown));
      }
      figures.push({
        what: `${what}, known or unknown address`,
        measured: `AUC ${median(runs).toFixed(3)}`,
        comparison: `${RUNS} runs of ${EACH} each: ${runs.map((one) => one.toFixed(3)).join(', ')}`,
        target: 'median ≤ 0.55',
        met: median(runs) <= 0.55,
      });
    }
    return figures;
  } finally {
    if (before === undefined) delete process.env.EMAIL_CONFIRMATION;
    else process.env.EMAIL_CONFIRMATION = before;
    await server.stop();
  }
}

/** Accounts with a confirmed address and a password, as the registration makes them. */
async function makeKnown(server: BenchServer): Promise<string[]> {
  const emails = Array.from({ length: EACH }, newEmail);
  for (const email of emails) await ask(server, '/signup', { email, password: PASSWORD, data: registration() });
  const client = new pg.Client(databaseUrlOf(server));
  await client.connect();
  await client.query('update auth.users set email_confirmed_at = now() where email = any($1)', [emails]);
  await client.end();
  return emails;
}

async function measure(server: BenchServer, path: string, body: (email: string) => object, known: string[]) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const questions = known.flatMap((email) => [
    { kind: 'known' as const, email },
    { kind: 'unknown' as const, email: newEmail() },
  ]);
  for (const { kind, email } of shuffled(questions)) times[kind].push(await ask(server, path, body(email)));
  return times;
}

async function ask({ url }: BenchServer, path: string, body: object): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}.`);
  return performance.now() - began;
}

/** The area under the ROC curve, whichever of the two is slower. */
function distinguishability(known: number[], unknown: number[]): number {
  let wins = 0;
  for (const one of known) for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0;
  const auc = wins / (known.length * unknown.length);
  return Math.max(auc, 1 - auc);
}

function shuffled<T>(list: T[]): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../server/test/free-port.ts';
import { root } from './setup.mjs';

/**
 * `node scripts/previous-release.ts`: the release before orders had parcels and documents is checked out, installed with its own packages,
 * built, filled with its demo year and asked through its own API and payment sandbox for one order of each kind that an upgrade meets. Its
 * own backup of that is the archive of server/previous-release.test.ts.
 */

const COMMIT = '4833d235eaeb08da496979056e117e05610e4925';
const ARCHIVE = path.join(root, 'server', 'test', 'archives', '0065_demo_year.tar.gz');
const PASSWORD = 'demo-lozinka-2026';
const ADMIN = 'admin@vidik.example';
/** Its year at a tenth of its size: the archive lies in the repository. */
const SIZE = ['members: 2_000, companies: 60, waiting: 14', 'members: 150, companies: 30, waiting: 8'] as const;

const DEVICE = { productName: 'Vidik – 1 uređaj', productPrice: 219 };
const TEN = { productName: 'Vidik – 10 uređaja', productPrice: 1999 };
const STANDARD = { productName: 'standard', productPrice: 249 };
const SPECIAL = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500 };

const directory = mkdtempSync(path.join(tmpdir(), 'vidik-previous-'));
chmodSync(directory, 0o711);
try {
  await make();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function make() {
  const checkout = path.join(directory, 'checkout');
  mkdirSync(checkout);
  execFileSync('sh', ['-c', `git archive ${COMMIT} | tar -x -C '${checkout}'`], { cwd: root });
  const year = path.join(checkout, 'server', 'seed', 'year.ts');
  const text = readFileSync(year, 'utf8');
  if (!text.includes(SIZE[0])) throw new Error(`${year} does not say how large the year is.`);
  writeFileSync(year, text.replace(...SIZE));
  const inherit = { cwd: checkout, stdio: 'inherit' } as const;
  execFileSync('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], inherit);
  const node = path.join(checkout, 'node_modules', 'node', 'bin', 'node');
  const own = `${path.join(checkout, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`;
  execFileSync(node, ['scripts/build.ts'], { ...inherit, env: { ...process.env, PATH: own } });

  const dataDir = path.join(directory, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const port = await freePort();
  const env = {
    ...process.env,
    PATH: own,
    PORT: String(port),
    // Where the tests' shop is reached, because it stands in pages that are open.
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    SUPER_ADMIN_PASSWORD: PASSWORD,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  execFileSync(node, ['build/node/seed/demo.js'], { ...inherit, env });
  const server = spawn(node, ['build/node/main.js'], { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill('SIGKILL'));
  const sandbox = await new Promise<string>((found, failed) => {
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
    createInterface(server.stdout).on('line', (line) => {
      const at = /"api":"(http:[^"]+)"/.exec(line);
      if (at) found(at[1]!);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await new Promise((later) => setTimeout(later, 100));
  await live(url, sandbox, readSecret(dataDir));
  server.kill('SIGTERM');
  await once(server, 'exit');

  const backups = path.join(directory, 'backups');
  execFileSync(node, ['build/node/backup/backup.js', backups], { ...inherit, env });
  const [made] = readdirSync(backups).filter((name) => name.endsWith('.tar.gz'));
  copyFileSync(path.join(backups, made!), ARCHIVE);
  console.log(`${ARCHIVE}: ${statSync(ARCHIVE).size} bytes`);
}

function readSecret(dataDir: string): string {
  const journal = readFileSync(path.join(dataDir, 'stripe-sandbox', 'journal.jsonl'), 'utf8');
  return /"secretKey":"([^"]+)"/.exec(journal)![1]!;
}

/** What happens in that shop beside its demo year; server/previous-release.test.ts knows each of these people by name. */
async function live(url: string, sandbox: string, secret: string) {
  const admin = await signIn(ADMIN, PASSWORD);

  // Money that is under way, and money that came.
  await order('waits', DEVICE);
  await order('expires', DEVICE);
  await press((await order('transfer', TEN)).page, { do: 'later' });
  await buy('paid', TEN);
  const lost = await order('lost-webhook', DEVICE);

  // What went back, whole, in part, and what the buyer's bank sent back again.
  await refund(await buy('refunded', DEVICE));
  await refund(await buy('part-refunded', TEN), 20_000);
  await control('fail-refund', { refund: await refund(await buy('refund-failed', DEVICE)) });

  // Withdrawals: stated, and stated and paid back.
  await withdraw(await buy('withdrawing', DEVICE));
  const withdrawn = await buy('withdrawn', DEVICE);
  await withdraw(withdrawn);
  await refund(withdrawn);

  // Disputes: open, won, lost.
  await dispute(await buy('disputed', DEVICE));
  await control('decide-dispute', { dispute: await dispute(await buy('dispute-won', DEVICE)), outcome: 'won' });
  await control('decide-dispute', { dispute: await dispute(await buy('dispute-lost', STANDARD)), outcome: 'lost' });

  // Companies: a subscription that runs, one that ends, one whose page is open, and the special package.
  await buy('subscribed', STANDARD);
  const ending = await buy('ending', STANDARD);
  const { subscription } = await stripe(`checkout/sessions/${ending.session}`);
  await stripe(`subscriptions/${subscription}`, { cancel_at_period_end: 'true' });
  await order('subscribing', STANDARD);
  await buy('special', SPECIAL);
  await order('special-waits', SPECIAL);

  // At last: paid at the provider, whose word does not come through any more.
  await control('faults', { hold: true });
  await press(lost.page, { do: 'pay', card: '4242 4242 4242 4242' });

  interface Bought {
    id: string;
    page: string;
    session: string;
    token: string;
  }

  async function buy(name: string, product: typeof DEVICE): Promise<Bought> {
    const bought = await order(name, product);
    await press(bought.page, { do: 'pay', card: '4242 4242 4242 4242' });
    return bought;
  }

  async function order(name: string, product: typeof DEVICE): Promise<Bought> {
    const email = `${name}@primer.rs`;
    const data = {
      first_name: 'Milica',
      last_name: 'Živković',
      username: name,
      phone: '+381641234567',
      city: 'Čačak',
      country: 'RS',
    };
    const { user } = await ask<{ user: { id: string } }>('/auth/v1/signup', { email, password: PASSWORD, data });
    await ask('/api/admin/registration-requests/approve', { ids: [user.id] }, admin);
    const token = await signIn(email, PASSWORD);
    const form = product === DEVICE || product === TEN ? { buyerInfo: BUYER } : { companyInfo: { ...FIRM, email } };
    const placed = await ask<{ url: string; orderId: string }>(
      '/api/functions/create-payment',
      { ...product, ...form },
      token,
    );
    return { id: placed.orderId, page: placed.url, session: placed.url.split('/').at(-1)!, token };
  }

  async function refund({ session }: Bought, amount?: number): Promise<string> {
    const form = { payment_intent: await intentOf(session), ...(amount ? { amount: String(amount) } : {}) };
    return (await stripe('refunds', form)).id!;
  }

  async function dispute({ session }: Bought): Promise<string> {
    return (await control('dispute', { intent: await intentOf(session) })).dispute!;
  }

  /** Of a page of a subscription, its first invoice's. */
  async function intentOf(session: string): Promise<string> {
    const { payment_intent, invoice } = await stripe(`checkout/sessions/${session}`);
    if (payment_intent) return payment_intent;
    const { data } = await stripe(`invoice_payments?invoice=${invoice}`);
    return data![0]!.payment.payment_intent;
  }

  function withdraw({ id, token }: Bought): Promise<unknown> {
    return ask(`/api/orders/${id}/withdrawal`, { receivedOn: null, reason: 'Ne odgovara mi.' }, token);
  }

  async function signIn(email: string, password: string): Promise<string> {
    const signed = await ask<{ access_token: string }>('/auth/v1/token?grant_type=password', { email, password });
    return signed.access_token;
  }

  async function ask<Answer>(path: string, body: unknown, token?: string): Promise<Answer> {
    return answerOf(path, url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  }

  function stripe(path: string, form?: Record<string, string>) {
    return answerOf<StripeAnswer>(path, `${sandbox}/v1/${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secret}` },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
  }

  function control(what: string, body: object) {
    return answerOf<{ dispute?: string }>(what, `${sandbox}/_sandbox/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async function press(page: string, fields: Record<string, string>) {
    const answer = await fetch(url + new URL(page).pathname, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    if (answer.status !== 303) throw new Error(`${page} answered ${answer.status}: ${await answer.text()}`);
  }
}

interface StripeAnswer {
  id?: string;
  payment_intent?: string | null;
  invoice?: string | null;
  subscription?: string | null;
  data?: { payment: { payment_intent: string } }[];
}

async function answerOf<Answer>(what: string, url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

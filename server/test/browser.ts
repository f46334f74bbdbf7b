import { randomUUID } from 'node:crypto';
import { type AuthChangeEvent, AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { desc, eq } from 'drizzle-orm';
import { sendRequestedLink } from '../auth/recovery/request-link.ts';
import { linkRequests } from '../auth/schema.ts';
import { mails } from '../platform/mail.schema.ts';
import type { TestApp } from './app.ts';

/** The real sign-in client with a storage of its own, talking to the app; `events` are what the screens would receive. */
export function browser({ app }: Pick<TestApp, 'app'>) {
  const storage = new Map<string, string>();
  const events: AuthChangeEvent[] = [];
  const auth = new AuthClient({
    url: 'http://localhost/auth/v1',
    storageKey: randomUUID(),
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: async (input, init) => app.fetch(new Request(input, init)),
  });
  auth.onAuthStateChange((event) => {
    events.push(event);
  });
  return { auth, events, storage };
}

/** The form of /auth, filled in. */
export function registration(overrides: Record<string, unknown> = {}) {
  return {
    first_name: 'Jovana',
    last_name: 'Đorđević',
    username: `jovana-${randomUUID().slice(0, 8)}`,
    phone: '+381 64 123 4567',
    city: 'Niš',
    country: 'RS',
    company_name: null,
    company_pib: null,
    company_registration_number: null,
    company_address: null,
    ...overrides,
  };
}

export const newEmail = () => `${randomUUID().slice(0, 12)}@primer.rs`;
export const PASSWORD = 'tri mala lava';

/** Somebody who registered through the real client and is signed in there. */
export async function registered(app: TestApp, { email = newEmail(), password = PASSWORD, data = {} } = {}) {
  const mine = browser(app);
  const { data: made, error } = await mine.auth.signUp({ email, password, options: { data: registration(data) } });
  if (error || !made.user) throw error ?? new Error('no user');
  return { ...mine, email, password, id: made.user.id };
}

/** Another device of the same person. */
export async function signedInAgain(app: TestApp, { email, password }: { email: string; password: string }) {
  const other = browser(app);
  const { error } = await other.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return other;
}

/** Does what the worker would do with the links asked for so far. */
export async function sendLinks({ db, deps }: TestApp): Promise<void> {
  for (const { id } of await db.select({ id: linkRequests.id }).from(linkRequests)) await sendRequestedLink(deps, id);
}

export async function mailsTo({ db }: TestApp, email: string) {
  return db.select().from(mails).where(eq(mails.to, email)).orderBy(desc(mails.number));
}

/** The newest link mailed to that address, as its landing page takes it apart. */
export async function linkTo(app: TestApp, email: string): Promise<{ token_hash: string; type: string; code: string }> {
  await sendLinks(app);
  const props = (await mailsTo(app, email)).map((mail) => mail.props).find((found) => typeof found.link === 'string');
  const fragment = new URLSearchParams(new URL(String(props!.link)).hash.slice(1));
  return { token_hash: fragment.get('token_hash')!, type: fragment.get('type')!, code: String(props!.code) };
}

/** One request as it goes over the wire, with the client's version header unless set otherwise. */
export async function requestAuth(
  { app }: Pick<TestApp, 'app'>,
  method: string,
  path: string,
  { body, token, headers = {} }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
) {
  const response = await app.request(`/auth/v1${path}`, {
    method,
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : null };
}

/** `error.code` of a client call, or `ok`. */
export const codeOf = async (answer: PromiseLike<{ error: { code?: string; status?: number } | null }>) => {
  const { error } = await answer;
  return error === null ? 'ok' : (error.code ?? String(error.status));
};

/** Types the code that was mailed to them: from now on this session is a fresh proof. */
export async function prove(app: TestApp, { auth, email }: { auth: GoTrueClient; email: string }): Promise<void> {
  const { error } = await auth.reauthenticate();
  if (error) throw error;
  const [mail] = (await mailsTo(app, email)).filter(({ template }) => template === 'accounts.reauthentication');
  const answer = await giveProof(app, { auth }, { code: String(mail!.props.code) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
}

/** `POST /api/me/proof` with the client's own token. */
export async function giveProof(
  { app }: Pick<TestApp, 'app'>,
  { auth }: { auth: GoTrueClient },
  proof: { password: string } | { code: string },
): Promise<{ status: number; code?: string; retryAfter: string | null }> {
  const { data } = await auth.getSession();
  const response = await app.request('/api/me/proof', {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...(await response.json()) };
}

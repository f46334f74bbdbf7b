import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/**
 * The session store with the real sign-in client, against a made-up server. Each `tab()` is a fresh page of one browser:
 * they share local storage and its events as tabs do.
 */
const me = vi.fn();
vi.mock('./api-client.ts', () => ({ clientWith: () => ({ accounts: { me } }) }));

const ACCOUNT = { id: 'u1', email: 'milica@primer.rs', level: 'member', toBeRegistered: false };

interface Given {
  sessionId?: string;
  userId?: string;
  aal?: 'aal1' | 'aal2';
  factors?: { status: string; factor_type: string }[];
  secondsLeft?: number;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function stored({ sessionId = 's1', userId = 'u1', aal = 'aal1', factors = [], secondsLeft = 900 }: Given = {}) {
  const expiresAt = Math.floor(Date.now() / 1000) + secondsLeft;
  return {
    access_token: `${part({ alg: 'ES256' })}.${part({ session_id: sessionId, aal, exp: expiresAt })}.x`,
    refresh_token: `r-${sessionId}`,
    token_type: 'bearer',
    expires_in: 900,
    expires_at: expiresAt,
    user: { id: userId, email: 'milica@primer.rs', factors, aud: 'authenticated', app_metadata: {}, user_metadata: {} },
  };
}

const server = vi.fn<(path: string, body: unknown) => [number, unknown]>();
const storage = new Map<string, string>();
const opened: { dispose?: () => void }[] = [];

beforeEach(() => {
  storage.clear();
  me.mockReset().mockResolvedValue(ACCOUNT);
  server.mockReset().mockReturnValue([404, {}]);
  // Several tabs of one browser are simulated in this process; the client warns of that.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  const window = Object.assign(new EventTarget(), {
    localStorage,
    location: new URL('http://localhost:3000/auth'),
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname, search } = new URL(input);
    const [status, body] = server(pathname + search, init?.body ? JSON.parse(String(init.body)) : null);
    if (status === 0) throw new TypeError('network');
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    });
  });
});

afterEach(() => {
  for (const client of opened.splice(0)) client.dispose?.();
  vi.unstubAllGlobals();
});

async function tab() {
  vi.resetModules();
  const session = await import('./session.ts');
  session.startSession();
  if (storage.has(session.STORAGE_KEY)) opened.push((await session.authClient()) as { dispose?: () => void });
  return session;
}

const keep = (given?: Given) => storage.set('vidik.auth', JSON.stringify(stored(given)));
/** The limit ends a test that fails; a busy machine takes seconds for milliseconds of work. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 5 });

test('a visitor downloads no sign-in client and has no token', async () => {
  const session = await tab();
  expect(session.currentSession()).toEqual({ status: 'visitor', ended: false });
  expect(await session.accessToken()).toBeNull();
  expect(server).not.toHaveBeenCalled();
});

test('a stored session is known at once and the account 100 ms later', async () => {
  keep();
  const { promise, resolve: answer } = Promise.withResolvers<typeof ACCOUNT>();
  me.mockReturnValue(promise);
  const setTimeout = vi.spyOn(globalThis, 'setTimeout');
  const session = await tab();
  await until(() => expect(session.currentSession()).toMatchObject({ status: 'signedIn', account: 'resolving' }));
  expect(session.accessLevelOf(session.currentSession())).toBe('unknown');
  expect(setTimeout).toHaveBeenCalledWith(session.resolveAccount, 100);
  answer(ACCOUNT);
  await until(() => expect(session.currentSession()).toMatchObject({ account: ACCOUNT }));
  expect(session.accessLevelOf(session.currentSession())).toBe('member');
});

test('coming back to the tab reads the account again and shows the known one meanwhile', async () => {
  keep();
  const session = await tab();
  await until(() => expect(session.currentSession()).toMatchObject({ account: ACCOUNT }));
  const seen: unknown[] = [];
  session.subscribe(() => seen.push(session.currentSession()));
  me.mockResolvedValue({ ...ACCOUNT, level: 'admin' });
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('visibilitychange'));
  await until(() => expect(session.accessLevelOf(session.currentSession())).toBe('admin'));
  expect(seen.every((state) => typeof (state as { account?: unknown }).account === 'object')).toBe(true);
});

test('a deleted account ends the session in this browser; a server that cannot answer does not', async () => {
  keep();
  server.mockReturnValue([403, { code: 'session_not_found', message: 'gone' }]);
  me.mockRejectedValueOnce(Object.assign(new Error('down'), { status: 503 }));
  const session = await tab();
  await until(() => expect(session.currentSession()).toMatchObject({ status: 'signedIn', account: 'failed' }));
  me.mockRejectedValue(Object.assign(new Error('no'), { status: 401 }));
  await session.resolveAccount();
  expect(session.currentSession()).toEqual({ status: 'visitor', ended: true });
  expect(storage.has('vidik.auth')).toBe(false);
});

test('a lost network during the refresh of a token is not a refusal', async () => {
  keep();
  const session = await tab();
  await until(() => expect(session.currentSession()).toMatchObject({ account: ACCOUNT }));
  keep({ secondsLeft: -5 });
  server.mockReturnValue([0, null]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const refused = expect(session.accessToken()).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  await refused;
  expect(session.currentSession()).toMatchObject({ status: 'signedIn' });
});

/** A page that is opened with a token that has run out; the client asks for another for half a minute. */
async function tabWithOldToken(given: Given = {}) {
  keep({ secondsLeft: -5, ...given });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const session = await tab();
  await vi.advanceTimersByTimeAsync(1_000);
  return session;
}

test('a page that is opened while the server cannot be reached is its owner’s, and goes on when the server is back', async () => {
  server.mockReturnValue([0, null]);
  const session = await tabWithOldToken();
  me.mockImplementation(async () => {
    await session.accessToken();
    return ACCOUNT;
  });
  expect(session.currentSession()).toEqual({ status: 'unknown' });
  const seen: unknown[] = [];
  session.subscribe(() => seen.push((session.currentSession() as { account?: unknown }).account));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(session.currentSession()).toMatchObject({ status: 'signedIn', userId: 'u1', account: 'failed' });
  expect(storage.has('vidik.auth')).toBe(true);

  server.mockReturnValue([200, stored()]);
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  await until(() => expect(session.currentSession()).toMatchObject({ account: ACCOUNT }));
  expect(
    seen.filter((account, index) => account !== seen[index - 1]),
    'what has failed stays so until there is an answer',
  ).toEqual(['resolving', 'failed', ACCOUNT]);
});

test('a code or a new password that is owed is owed also while the server cannot be reached', async () => {
  server.mockReturnValue([0, null]);
  const owed = await tabWithOldToken({ factors: [{ status: 'verified', factor_type: 'totp' }] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(owed.currentSession().status).toBe('challenged');

  storage.set('vidik.auth.recovery', 's1');
  const recovering = await tabWithOldToken();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(recovering.currentSession().status).toBe('recovering');
});

test('a page that is opened with a session that the server refuses, or that cannot be read, is a visitor’s', async () => {
  server.mockReturnValue([400, { code: 'refresh_token_not_found', message: 'gone' }]);
  const refused = await tabWithOldToken();
  vi.useRealTimers();
  await until(() => expect(refused.currentSession()).toEqual({ status: 'visitor', ended: false }));
  expect(storage.has('vidik.auth')).toBe(false);

  for (const broken of ['', '{"access_token', 'null', '{}']) {
    storage.set('vidik.auth', broken);
    const session = await tab();
    await until(() => expect(session.currentSession()).toEqual({ status: 'visitor', ended: false }));
  }
});

test('a page that waits for the server when another tab signs out is a visitor’s', async () => {
  server.mockReturnValue([0, null]);
  const session = await tabWithOldToken();
  storage.delete('vidik.auth');
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'vidik.auth' }));
  expect(session.currentSession().status).toBe('visitor');
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(session.currentSession().status).toBe('visitor');
});

test('an answer about the account from before its last change is ignored', async () => {
  keep();
  let answer = (_: unknown) => {};
  me.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const session = await tab();
  await until(() => expect(me).toHaveBeenCalledTimes(1));
  me.mockResolvedValue({ ...ACCOUNT, level: 'admin' });
  await session.resolveAccount();
  answer({ ...ACCOUNT, level: 'waiting' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(session.accessLevelOf(session.currentSession())).toBe('admin');
});

test('an account that was asked for before a change was shown is not shown over it, and asked for once more', async () => {
  keep();
  const session = await tab();
  await until(() => expect(session.currentSession()).toMatchObject({ account: ACCOUNT }));
  const asked = me.mock.calls.length;
  const { promise, resolve: answer } = Promise.withResolvers<object>();
  me.mockReturnValueOnce(promise);
  const reading = session.resolveAccount();
  await until(() => expect(me).toHaveBeenCalledTimes(asked + 1));
  const changed = { ...ACCOUNT, firstName: 'Milena' };
  session.showAccount(changed as never);
  const seen: unknown[] = [];
  session.subscribe(() => seen.push(session.currentSession()));
  me.mockResolvedValue({ ...changed, level: 'admin' });
  answer(ACCOUNT);
  await reading;
  expect(seen).toMatchObject([{ account: { firstName: 'Milena', level: 'admin' } }]);
  expect(me).toHaveBeenCalledTimes(asked + 2);
});

test('a recovery link only allows to set a new password, also after a reload, until the session ends', async () => {
  const session = await tab();
  server.mockReturnValue([200, stored({ sessionId: 'recovery' })]);
  const auth = await session.authClient();
  opened.push(auth as { dispose?: () => void });
  await auth.verifyOtp({ token_hash: 'x', type: 'recovery' });
  expect(session.currentSession()).toEqual({ status: 'recovering', email: 'milica@primer.rs', needsCode: false });
  expect(session.accessLevelOf(session.currentSession())).toBe('visitor');
  expect(await session.accessToken()).toBeNull();

  const reloaded = await tab();
  await until(() => expect(reloaded.currentSession()).toMatchObject({ status: 'recovering' }));
  expect(me).not.toHaveBeenCalled();

  server.mockReturnValue([204, null]);
  await reloaded.signOut();
  expect(reloaded.currentSession()).toEqual({ status: 'visitor', ended: false });
  expect([...storage.keys()]).toEqual([]);
});

test('an account with a second step is a visitor until the code is right', async () => {
  keep({ factors: [{ status: 'verified', factor_type: 'totp' }] });
  const session = await tab();
  await until(() => expect(session.currentSession().status).toBe('challenged'));
  expect(await session.accessToken()).toBeNull();
  expect(me).not.toHaveBeenCalled();

  keep({ factors: [{ status: 'verified', factor_type: 'totp' }], aal: 'aal2' });
  const confirmed = await tab();
  await until(() => expect(confirmed.accessLevelOf(confirmed.currentSession())).toBe('member'));
});

test('an abandoned second step and a factor with recovery codes only require no code', async () => {
  keep({
    factors: [
      { status: 'unverified', factor_type: 'totp' },
      { status: 'verified', factor_type: 'recovery_code' },
    ],
  });
  const session = await tab();
  await until(() => expect(session.currentSession().status).toBe('signedIn'));
});

test('signing out ends this browser’s session only, and is not reported as an ended session', async () => {
  keep();
  server.mockReturnValue([204, null]);
  const session = await tab();
  await until(() => expect(session.currentSession().status).toBe('signedIn'));
  await session.signOut();
  expect(server).toHaveBeenCalledWith('/auth/v1/logout?scope=local', null);
  expect(session.currentSession()).toEqual({ status: 'visitor', ended: false });
});

test('signing out without the server removes the session from this browser and says that it failed', async () => {
  keep();
  server.mockReturnValue([503, {}]);
  const session = await tab();
  await until(() => expect(session.currentSession().status).toBe('signedIn'));
  await expect(session.signOut({ going: true })).rejects.toThrow();
  expect(session.currentSession()).toEqual({ status: 'visitor', ended: false });
  expect(storage.has('vidik.auth')).toBe(false);
  server.mockClear().mockReturnValue([204, null]);
  window.dispatchEvent(new Event('online'));
  await until(() => expect(server.mock.calls).toEqual([['/auth/v1/logout?scope=local', null]]));
  await until(() => expect(storage.has('vidik.auth.ending')).toBe(false));
});

test('a session that was signed out offline is ended by the next page, also when its token is too old by then', async () => {
  storage.set('vidik.auth.ending', JSON.stringify([{ access_token: 'old', refresh_token: 'r-s1' }]));
  server
    .mockReturnValueOnce([401, {}])
    .mockReturnValueOnce([200, { access_token: 'fresh', refresh_token: 'r-s2' }])
    .mockReturnValue([204, null]);
  await tab();
  await until(() => expect(storage.has('vidik.auth.ending')).toBe(false));
  expect(server.mock.calls).toEqual([
    ['/auth/v1/logout?scope=local', null],
    ['/auth/v1/token?grant_type=refresh_token', { refresh_token: 'r-s1' }],
    ['/auth/v1/logout?scope=local', null],
  ]);
});

test('while the server fails, the session that was signed out stays to be ended', async () => {
  storage.set('vidik.auth.ending', JSON.stringify([{ access_token: 'old', refresh_token: 'r-s1' }]));
  server.mockReturnValue([503, {}]);
  await tab();
  await until(() => expect(server).toHaveBeenCalled());
  expect(storage.has('vidik.auth.ending')).toBe(true);
});

test('while the account is being closed it is not read again, and afterwards it is', async () => {
  keep();
  const session = await tab();
  await until(() => expect(session.currentSession()).toMatchObject({ account: ACCOUNT }));
  const asked = me.mock.calls.length;
  session.setSessionEnding(true);
  await session.resolveAccount();
  expect(me).toHaveBeenCalledTimes(asked);
  session.setSessionEnding(false);
  await session.resolveAccount();
  expect(me).toHaveBeenCalledTimes(asked + 1);
});

test('a page that is about to be left does not change any more', async () => {
  keep();
  server.mockReturnValue([204, null]);
  const session = await tab();
  await until(() => expect(session.currentSession().status).toBe('signedIn'));
  await session.signOut({ going: true });
  expect(session.currentSession().status).toBe('signedIn');
});

test('a visitor’s tab notices that another tab has signed in', async () => {
  const session = await tab();
  keep();
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'vidik.auth' }));
  await until(() => expect(session.accessLevelOf(session.currentSession())).toBe('member'));
  opened.push((await session.authClient()) as { dispose?: () => void });
  storage.delete('vidik.auth');
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'vidik.auth' }));
  expect(session.currentSession()).toEqual({ status: 'visitor', ended: true });
});

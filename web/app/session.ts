import type { AuthChangeEvent, Session as AuthSession, GoTrueClient } from '@supabase/auth-js';
import { useMemo, useSyncExternalStore } from 'react';
import type { Level, Permission } from '#domain/access.ts';
import type { Client } from './api-client.ts';
import { endQueuedSessions, queueSessionEnd } from './end-queued-sessions.ts';
import { forgetDoor } from './stored.ts';

/**
 * Who is using this browser. One auth-js client keeps the tokens in local storage and refreshes them; this store adds
 * what the server knows about the account, read 100 ms after every change. A visitor without
 * a stored session downloads neither the sign-in client nor the API client.
 */
export type Session =
  | { status: 'unknown' }
  /** `ended`: the session ended without a sign-out, because the server no longer accepts it. */
  | { status: 'visitor'; ended: boolean }
  /** The password was right, the code from the phone is missing. A visitor on every other screen. */
  | { status: 'challenged'; email: string }
  /** Signed in by a recovery link, which only allows to set a new password. A visitor on every other screen. */
  | { status: 'recovering'; email: string; needsCode: boolean }
  | { status: 'signedIn'; userId: string; email: string; account: Account | 'resolving' | 'failed' };

export type Account = Awaited<ReturnType<Client['accounts']['me']>>;

export const STORAGE_KEY = 'vidik.auth';
/** Holds the id of the session that a recovery link opened, so that reloading the page does not turn it into a full one. */
const RECOVERY_KEY = 'vidik.auth.recovery';
const RESOLVE_DELAY = 100;
const RETRY_FIRST = 2_000;
const RETRY_LONGEST = 30_000;

let session: Session = { status: 'unknown' };
const listeners = new Set<() => void>();
let loading: Promise<GoTrueClient> | null = null;
/** A requested sign-out; `going` when another page is about to be loaded, so that this one does not change any more. */
let leaving: 'no' | 'staying' | 'going' = 'no';
let resolution = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let retryDelay = RETRY_FIRST;

export const currentSession = (): Session => session;

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => PRERENDERED,
  );
}
const PRERENDERED: Session = { status: 'unknown' };

/** The level that decides what is shown; the server checks every call. */
export function accessLevelOf(current: Session): Level | 'unknown' {
  if (current.status === 'unknown') return 'unknown';
  if (current.status !== 'signedIn') return 'visitor';
  return typeof current.account === 'string' ? 'unknown' : current.account.level;
}

export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const NOTHING: ReadonlySet<Permission> = new Set();

/** What staff may do and see, as the server said; nothing until the account is known. The server checks every call. */
export function usePermissions(): ReadonlySet<Permission> {
  const current = useSession();
  const account = current.status === 'signedIn' && typeof current.account !== 'string' ? current.account : null;
  return useMemo(() => (account ? new Set(account.permissions) : NOTHING), [account]);
}

function publish(next: Session) {
  session = next;
  for (const listener of [...listeners]) listener();
}

/** Called once by the root after hydration. */
export function startSession() {
  if (session.status !== 'unknown') return;
  endQueuedSessions();
  if (hasStoredSession()) openStored(RETRY_FIRST);
  else publish({ status: 'visitor', ended: false });
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== STORAGE_KEY) return;
    if (hasStoredSession()) authClient().catch(console.error);
    else if (loading) adopt(null);
  });
}

/** Until the sign-in client has arrived, nobody knows who this is. */
function openStored(delay: number) {
  authClient().catch((error) => {
    console.warn(error);
    setTimeout(openStored, delay, Math.min(delay * 2, RETRY_LONGEST));
  });
}

const hasStoredSession = () => window.localStorage.getItem(STORAGE_KEY) !== null;

/** The one sign-in client, downloaded on first need. */
export function authClient(): Promise<GoTrueClient> {
  loading ??= import('@supabase/auth-js').then(
    ({ AuthClient }) => {
      const auth = new AuthClient({
        url: new URL('/auth/v1', window.location.origin).href,
        storageKey: STORAGE_KEY,
        autoRefreshToken: true,
        persistSession: true,
        detectSessionInUrl: false,
        experimental: { recoveryCodes: true },
      });
      auth.onAuthStateChange(onAuthEvent);
      return auth;
    },
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Events arrive more than once (SIGNED_IN at every tab focus) and from other tabs; each only states what is true now. */
function onAuthEvent(event: AuthChangeEvent, next: AuthSession | null) {
  switch (event) {
    case 'PASSWORD_RECOVERY':
      if (next) window.localStorage.setItem(RECOVERY_KEY, decodeClaims(next.access_token).session_id ?? '');
      adopt(next);
      break;
    case 'INITIAL_SESSION':
      adopt(next ?? storedSession());
      break;
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
    case 'USER_UPDATED':
    case 'MFA_CHALLENGE_VERIFIED':
      adopt(next);
      break;
    case 'SIGNED_OUT':
      adopt(null);
      break;
  }
}

/** A client that starts without an answer knows nobody, and still stores whom no server refused. */
function storedSession(): AuthSession | null {
  try {
    return JSON.parse(window.localStorage.getItem(STORAGE_KEY)!);
  } catch {
    return null;
  }
}

function adopt(next: AuthSession | null) {
  clearTimeout(timer);
  resolution += 1;
  if (!next) {
    if (!hasStoredSession()) {
      window.localStorage.removeItem(RECOVERY_KEY);
      forgetDoor();
    }
    if (leaving === 'going') return;
    const ended = leaving === 'no' && session.status === 'signedIn';
    if (session.status !== 'visitor') publish({ status: 'visitor', ended });
    return;
  }
  const claims = decodeClaims(next.access_token);
  const email = next.user.email ?? '';
  const needsCode = claims.aal !== 'aal2' && (next.user.factors ?? []).some(isSecondStep);
  if (claims.session_id && window.localStorage.getItem(RECOVERY_KEY) === claims.session_id)
    return publish({ status: 'recovering', email, needsCode });
  if (needsCode) return publish({ status: 'challenged', email });

  // What has failed stays so until there is an answer: the screen of a door must not go and come again meanwhile.
  const account = session.status === 'signedIn' && session.userId === next.user.id ? session.account : 'resolving';
  publish({ status: 'signedIn', userId: next.user.id, email, account });
  retryDelay = RETRY_FIRST;
  timer = setTimeout(resolveAccount, RESOLVE_DELAY);
}

const isSecondStep = (factor: { status: string; factor_type: string }) =>
  factor.status === 'verified' && factor.factor_type === 'totp';

/** Decoded without checking the signature, which the server does. */
function decodeClaims(token: string): { session_id?: string; aal?: string } {
  try {
    return JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}

/**
 * Reads the account from the server; also called when a live stream says it changed. A refused session ends here
 * too; any other failure (no network, a server starting) is retried until there is an answer.
 */
export async function resolveAccount(): Promise<void> {
  if (session.status !== 'signedIn' || leaving !== 'no') return;
  clearTimeout(timer);
  resolution += 1;
  const mine = resolution;
  const before = session.account;
  try {
    const { clientWith } = await import('./api-client.ts');
    const account = await clientWith(accessToken).accounts.me();
    if (mine !== resolution || session.status !== 'signedIn') return;
    // A change was shown meanwhile, and this may be from before it.
    if (session.account !== before) return resolveAccount();
    retryDelay = RETRY_FIRST;
    publish({ ...session, account });
  } catch (error) {
    if (mine !== resolution || session.status !== 'signedIn') return;
    if ((error as { status?: number }).status === 401) return endSession();
    if (session.account === 'resolving') publish({ ...session, account: 'failed' });
    timer = setTimeout(resolveAccount, retryDelay);
    retryDelay = Math.min(retryDelay * 2, RETRY_LONGEST);
  }
}

/** Shows a change of the account at once; the server's answer replaces it. */
export function showAccount(account: Account): () => void {
  if (session.status !== 'signedIn') return () => {};
  const before = session.account;
  publish({ ...session, account });
  return () => {
    if (session.status === 'signedIn' && session.account === account) publish({ ...session, account: before });
  };
}

/** While the server is asked to end every session of the account, nothing is read again with this one. */
export function setSessionEnding(on: boolean): void {
  leaving = on ? 'going' : 'no';
}

/** The account was deleted, blocked, or signed out elsewhere: the stored session is removed. */
async function endSession() {
  const auth = await authClient();
  await auth.signOut({ scope: 'local' });
}

/**
 * The bearer token for a call, refreshed when it is about to expire; `null` for a visitor, before the second step and while a
 * recovery link waits for a password. Throws when a refresh could not reach the server, so that a lost connection is
 * never mistaken for a refused session.
 */
export async function accessToken(): Promise<string | null> {
  if (!loading && !hasStoredSession()) return null;
  const auth = await authClient();
  const { data, error } = await auth.getSession();
  if (error && hasStoredSession()) throw new TypeError('The session could not be refreshed', { cause: error });
  await known();
  return session.status === 'signedIn' ? (data.session?.access_token ?? null) : null;
}

function known(): Promise<void> {
  return new Promise((resolve) => {
    if (session.status !== 'unknown') return resolve();
    const stop = subscribe(() => {
      if (session.status === 'unknown') return;
      stop();
      resolve();
    });
  });
}

/**
 * Ends this browser's session on the server and here. It is removed from this browser in any case; throws when the
 * server could not be reached, which is then asked again later. `going`: the caller loads another page next.
 */
export async function signOut({ going = false } = {}): Promise<void> {
  leaving = going ? 'going' : 'staying';
  const ended = queueSessionEnd(window.localStorage.getItem(STORAGE_KEY));
  try {
    await Promise.race([signOutOnServer(), noAnswer(SIGN_OUT_PATIENCE)]);
    ended();
    if (!going) leaving = 'no';
  } catch (error) {
    leaving = 'no';
    window.localStorage.removeItem(STORAGE_KEY);
    publish({ status: 'visitor', ended: false });
    throw error;
  }
}

const SIGN_OUT_PATIENCE = 8_000;

async function signOutOnServer(): Promise<void> {
  const { error } = await (await authClient()).signOut({ scope: 'local' });
  if (error) throw error;
}

const noAnswer = (milliseconds: number) =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new TypeError('No answer')), milliseconds));

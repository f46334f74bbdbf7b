import type { AuthChangeEvent, Session as AuthSession, GoTrueClient } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import type { Level } from '#domain/access.ts';
import { client } from './api.ts';

/**
 * Who is using this browser. One auth-js client keeps the tokens in local storage and refreshes them; this store adds
 * what the server knows about the account, asked 100 ms after every change (specification, section 4). A visitor without
 * a stored session never downloads the sign-in client.
 */
export type Session =
  | { status: 'unknown' }
  | { status: 'visitor' }
  | {
      status: 'signedIn';
      userId: string;
      email: string;
      account: Account | 'resolving' | 'failed';
      recovering: boolean;
    };

export type Account = Awaited<ReturnType<typeof client.accounts.me>>;

export const STORAGE_KEY = 'vidik.auth';
const RESOLVE_DELAY = 100;

let session: Session = { status: 'unknown' };
const listeners = new Set<() => void>();
let loading: Promise<GoTrueClient> | null = null;
let resolving: ReturnType<typeof setTimeout> | undefined;

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => SERVER_SIDE,
  );
}
const SERVER_SIDE: Session = { status: 'unknown' };

/** The level the interface shows for; the server decides again at every call. */
export function levelOf(current: Session): Level | 'unknown' {
  if (current.status === 'unknown') return 'unknown';
  if (current.status === 'visitor') return 'visitor';
  return typeof current.account === 'string' ? 'unknown' : current.account.level;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** Called once by the root when the page comes alive. */
export function startSession() {
  if (session.status !== 'unknown') return;
  if (window.localStorage.getItem(STORAGE_KEY)) void authClient();
  else publish({ status: 'visitor' });
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY && event.newValue && !loading) void authClient();
  });
}

/** The one sign-in client, downloaded on first need. */
export function authClient(): Promise<GoTrueClient> {
  loading ??= import('@supabase/auth-js').then(({ AuthClient }) => {
    const auth = new AuthClient({
      url: new URL('/auth/v1', window.location.origin).href,
      storageKey: STORAGE_KEY,
      autoRefreshToken: true,
      persistSession: true,
      detectSessionInUrl: false,
    });
    auth.onAuthStateChange(onAuthEvent);
    return auth;
  });
  return loading;
}

function onAuthEvent(event: AuthChangeEvent, next: AuthSession | null) {
  switch (event) {
    case 'INITIAL_SESSION':
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
    case 'USER_UPDATED':
    case 'MFA_CHALLENGE_VERIFIED':
      adopt(next, false);
      break;
    case 'PASSWORD_RECOVERY':
      adopt(next, true);
      break;
    case 'SIGNED_OUT':
      adopt(null, false);
      break;
  }
}

function adopt(next: AuthSession | null, recovering: boolean) {
  if (!next) {
    clearTimeout(resolving);
    if (session.status !== 'visitor') publish({ status: 'visitor' });
    return;
  }
  const same = session.status === 'signedIn' && session.userId === next.user.id ? session : null;
  publish({
    status: 'signedIn',
    userId: next.user.id,
    email: next.user.email ?? '',
    account: same && typeof same.account !== 'string' ? same.account : 'resolving',
    recovering: recovering || (same?.recovering ?? false),
  });
  clearTimeout(resolving);
  resolving = setTimeout(resolveAccount, RESOLVE_DELAY);
}

/** Asks the server who this account is now; also called when the account's live stream says it changed. */
export async function resolveAccount() {
  if (session.status !== 'signedIn') return;
  const { userId } = session;
  try {
    const account = await client.accounts.me();
    if (session.status === 'signedIn' && session.userId === userId) publish({ ...session, account });
  } catch (error) {
    if (session.status !== 'signedIn' || session.userId !== userId) return;
    const gone = (error as { status?: number }).status === 401;
    if (gone) {
      const auth = await authClient();
      await auth.signOut({ scope: 'local' });
    } else if (typeof session.account === 'string') publish({ ...session, account: 'failed' });
  }
}

/** The bearer token for a call, refreshed when it is about to end; `null` for a visitor. */
export async function accessToken(): Promise<string | null> {
  if (!loading && !window.localStorage.getItem(STORAGE_KEY)) return null;
  const auth = await authClient();
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
}

/** After the recovery link set a new password. */
export function recoveryDone() {
  if (session.status === 'signedIn') publish({ ...session, recovering: false });
}

/** Ends this browser's session on the server and here. Throws when the server could not be told. */
export async function signOut(): Promise<void> {
  const auth = await authClient();
  const { error } = await auth.signOut({ scope: 'local' });
  if (error) throw error;
}

import { forgetTyped } from './stored.ts';

/**
 * Sessions that were signed out here while the server could not be reached. Their tokens are kept only until the server has
 * ended them: it is asked again when the network is back and when the next page is opened.
 */
const KEY = 'vidik.auth.ending';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

const kept = (): Tokens[] => JSON.parse(window.localStorage.getItem(KEY) ?? '[]') as Tokens[];

function keep(sessions: readonly Tokens[]) {
  if (sessions.length > 0) window.localStorage.setItem(KEY, JSON.stringify(sessions));
  else window.localStorage.removeItem(KEY);
}

/** The session that local storage holds now, and with it what its forms keep; returns a function that forgets it, once the server has ended it. */
export function queueSessionEnd(stored: string | null): () => void {
  forgetTyped();
  if (stored === null) return () => {};
  const { access_token, refresh_token } = JSON.parse(stored) as Tokens;
  keep([...kept(), { access_token, refresh_token }]);
  return () => keep(kept().filter((one) => one.refresh_token !== refresh_token));
}

let running = false;

/** Called by the root on every page; costs nothing when nothing is left. */
export function endQueuedSessions() {
  window.addEventListener('online', () => void endKept());
  void endKept();
}

async function endKept() {
  if (running) return;
  running = true;
  try {
    for (const session of kept())
      if (await isEnded(session)) keep(kept().filter((one) => one.refresh_token !== session.refresh_token));
  } catch (error) {
    console.warn('The sessions that were signed out are ended later.', error);
  } finally {
    running = false;
  }
}

/** An access token lives for minutes: after that a fresh one is asked for, and the server refuses it when the session is gone. */
async function isEnded({ access_token, refresh_token }: Tokens): Promise<boolean> {
  const answer = await post('/auth/v1/logout?scope=local', access_token);
  if (answer.ok) return true;
  if (answer.status !== 401 && answer.status !== 403) return false;
  const refreshed = await post('/auth/v1/token?grant_type=refresh_token', null, { refresh_token });
  if (!refreshed.ok) return refreshed.status >= 400 && refreshed.status < 500 && refreshed.status !== 429;
  const fresh = (await refreshed.json()) as Tokens;
  return (await post('/auth/v1/logout?scope=local', fresh.access_token)).ok;
}

const post = (path: string, token: string | null, body?: object) =>
  fetch(new URL(path, window.location.origin).href, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

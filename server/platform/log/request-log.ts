import type { Log } from './log.ts';

/** Milliseconds after which a request is a slow one. */
const SLOW_MS = 1_000;
/** The calls by which somebody signs in: with a password, a second step, a recovery code, a mailed link. */
const SIGN_INS: ReadonlySet<string> = new Set([
  'POST /auth/v1/token?grant_type=password',
  'POST /auth/v1/factors/:id/verify',
  'POST /auth/v1/factors/recovery-codes/verify',
  'POST /auth/v1/verify',
]);
/** Downloads last as long as the line of whoever downloads; a wait for a TV's link is a stream. */
const CARRIES_FILES = /^\/(storage|assets|fonts)\/|^\/api\/(files|tv\/media)\//;
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** What the parts of the server say of a request while they answer it. */
export interface RequestNote {
  /** The procedure of the API, or the call of the sign-in server. */
  call?: string;
  /** Whose it is, as an id. */
  person?: string;
}

/** A request that was answered. Nothing in it is a person's data but the id. */
export interface AnsweredRequest extends RequestNote {
  requestId: string;
  method: string;
  status: number;
  /** From its arrival to the end of the answer. */
  ms: number;
  isStream: boolean;
}

export const isRefusedSignIn = ({ call, status }: Pick<AnsweredRequest, 'call' | 'status'>): boolean =>
  call !== undefined && SIGN_INS.has(call) && status >= 400 && status < 500;

/**
 * One line for a request that failed, was slow, or was a sign-in that was refused; with the log at `debug` for every one. Of its
 * path only the route is said, for tickets and codes stand in paths.
 */
export function logRequest(
  log: Log,
  answered: AnsweredRequest,
  { path, nameRoute, traceparent }: { path: string; nameRoute: (path: string) => string; traceparent: unknown },
): void {
  const event = eventOf(answered, path);
  const level = event ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  const { call, isStream, ms, ...said } = answered;
  const isTraced = typeof traceparent === 'string' && TRACEPARENT.test(traceparent);
  log[level](
    {
      ...said,
      ...(call ? { call } : { route: nameRoute(path) }),
      ms: Math.round(ms),
      ...(isTraced ? { traceparent } : {}),
    },
    event ?? 'request',
  );
}

function eventOf(answered: AnsweredRequest, path: string): string | null {
  const { status, ms, isStream } = answered;
  if (status >= 500) return 'failed request';
  if (isRefusedSignIn(answered)) return 'refused sign-in';
  return ms > SLOW_MS && !isStream && !CARRIES_FILES.test(path) ? 'slow request' : null;
}

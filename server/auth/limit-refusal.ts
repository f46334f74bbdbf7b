import { LIMITS, type LimitName } from '#domain/limits.ts';
import { refuse } from '#domain/refuse.ts';
import { type AuthRefusal, authRefusal, tooBusy } from './refusal.ts';

/** What the sign-in server answers to whoever asks too often, in GoTrue's words. */
export function limitRefusal(name: LimitName, seconds: number): AuthRefusal {
  const { counts, seconds: window } = LIMITS[name];
  if (name === 'refreshes') return tooBusy(seconds);
  if (!counts.startsWith('mails')) return authRefusal('over_request_rate_limit', { retryAfter: seconds });
  if (window > 60) return authRefusal('over_email_send_rate_limit', { retryAfter: seconds });
  return authRefusal('over_email_send_rate_limit', {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    retryAfter: seconds,
  });
}

/** What the API answers to whoever gave too many wrong passwords or codes. */
export const tooManyTries = (seconds: number) => refuse('TOO_MANY_TRIES', { minutes: Math.ceil(seconds / 60) });

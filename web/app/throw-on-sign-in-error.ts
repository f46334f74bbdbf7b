import { common } from '#domain/copy.ts';
import { authErrorMessage } from './auth-error.ts';
import type { Refusal } from './write.ts';

/** A call of the sign-in client, which returns its error, as one that throws it, with the sentence that `write` says. */
export async function throwOnSignInError<T extends { error: unknown }>(call: Promise<T>): Promise<T & { error: null }> {
  const answer = await call;
  if (answer.error) throw Object.assign(answer.error, { sentence: authErrorMessage(answer.error, common.serverError) });
  return answer as T & { error: null };
}

/** A repetition of a mail that was sent by the first attempt is refused as too early. */
export const wasMailSentAlready = ({ code }: Refusal) => (code === 'over_email_send_rate_limit' ? true : undefined);

import { authSentence } from '#domain/auth/refusal-copy.ts';
import { common } from '#domain/copy.ts';

/** `error.code` of the sign-in client; `null` when the server could not be reached or gave none. */
export const authErrorCode = (error: unknown): string | null => (error as { code?: string } | null)?.code ?? null;

/**
 * The sentence for a refusal of the sign-in server: ours for its code; without an answer that we are offline; else the form's
 * general apology. Words of the server or of a proxy are never shown, they are English.
 */
export function authErrorMessage(error: unknown, general: string): string {
  const known = authSentence(authErrorCode(error) ?? undefined);
  if (known) return known;
  const { status } = (error ?? {}) as { status?: number };
  return status === 0 || status === undefined || !navigator.onLine ? common.offline : general;
}

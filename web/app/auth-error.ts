import { authSentence } from '#domain/auth/refusal-copy.ts';

/** `error.code` of the sign-in client; `null` when the server could not be reached or gave none. */
export const authErrorCode = (error: unknown): string | null => (error as { code?: string } | null)?.code ?? null;

/**
 * The sentence for a refusal of the sign-in server: ours for its code, else its own message, else the form's general
 * apology when there was no answer.
 */
export function authErrorMessage(error: unknown, general: string): string {
  const known = authSentence(authErrorCode(error) ?? undefined);
  if (known) return known;
  const { status, message } = error as { status?: number; message?: string };
  return status !== undefined && status >= 400 && status < 500 && message ? message : general;
}

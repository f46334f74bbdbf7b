import { authSentence } from '#domain/accounts/auth-copy.ts';

/** `error.code` of the sign-in client; `null` when the server could not be reached or gave none. */
export const authErrorCode = (error: unknown): string | null => (error as { code?: string } | null)?.code ?? null;

/**
 * What to tell a person about a refusal of the sign-in server: our sentence for its code, else its own message
 * (specification, section 8), else the form's general apology when the server did not really answer.
 */
export function sayAuthError(error: unknown, general: string): string {
  const known = authSentence(authErrorCode(error) ?? undefined);
  if (known) return known;
  const { status, message } = error as { status?: number; message?: string };
  return status !== undefined && status >= 400 && status < 500 && message ? message : general;
}

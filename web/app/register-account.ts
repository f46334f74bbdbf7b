import type { SignUpWithPasswordCredentials } from '@supabase/auth-js';
import { authErrorCode } from './auth-error.ts';
import { authClient } from './session.ts';
import { throwOnSignInError } from './throw-on-sign-in-error.ts';
import type { Refusal } from './write.ts';

/** The account exists; without a session its address has to be confirmed first. */
interface Registered {
  isSignedIn: boolean;
}

/** Makes an account. */
export async function registerAccount(form: SignUpWithPasswordCredentials): Promise<Registered> {
  const { data } = await throwOnSignInError((await authClient()).signUp(form));
  return { isSignedIn: data.session !== null };
}

/**
 * For a repetition that finds the address, or the name, taken: the typed password tells whether the first attempt made the
 * account. Somebody else's is not opened by it and stays a refusal.
 */
export const signInIfAlreadyRegistered =
  ({ email, password }: { email: string; password: string }) =>
  async ({ code }: Refusal): Promise<Registered | undefined> => {
    if (!TAKEN.includes(code)) return undefined;
    const { error } = await (await authClient()).signInWithPassword({ email, password });
    if (!error) return { isSignedIn: true };
    return authErrorCode(error) === 'email_not_confirmed' ? { isSignedIn: false } : undefined;
  };

const TAKEN = ['user_already_exists', 'email_exists', 'username_taken', 'over_email_send_rate_limit'];

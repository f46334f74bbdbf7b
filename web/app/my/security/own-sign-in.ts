import type { User } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { DAY_MS } from '#domain/day.ts';
import { queryClient } from '../../api.ts';
import { authClient } from '../../session.ts';

/** What the sign-in server knows about the person: a pending address, their authenticators, how many codes are left. */
export const ownSignIn = queryOptions({
  queryKey: ['own sign-in'],
  queryFn: async () => {
    const auth = await authClient();
    const { data, error } = await auth.getUser();
    if (error) throw error;
    const { user } = data;
    const factors = verified(user.factors ?? []);
    const status = factors.length > 0 ? await auth.mfa.recoveryCodes.getStatus() : null;
    return { newEmail: pendingEmailOf(user), factors, codesLeft: status?.data?.remaining ?? 0 };
  },
});

/** After a day the links open nothing any more, and nothing is waited for. */
const pendingEmailOf = ({ new_email: email, email_change_sent_at: sentAt }: User): string | null =>
  email && sentAt && Date.now() - Date.parse(sentAt) < DAY_MS ? email : null;

const verified = <F extends { status: string; factor_type: string }>(factors: readonly F[]): F[] =>
  factors.filter(({ status, factor_type }) => status === 'verified' && factor_type === 'totp');

/** The authenticators that are on now, for a write whose answer was lost; throws when they could not be read. */
export async function ownFactors() {
  const { data, error } = await (await authClient()).getUser();
  if (error) throw error;
  return verified(data.user.factors ?? []);
}

export const reloadOwnSignIn = () => queryClient.invalidateQueries({ queryKey: ownSignIn.queryKey });

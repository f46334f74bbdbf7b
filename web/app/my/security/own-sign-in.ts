import { queryOptions } from '@tanstack/react-query';
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
    const factors = (user.factors ?? []).filter(
      ({ status, factor_type }) => status === 'verified' && factor_type === 'totp',
    );
    const status = factors.length > 0 ? await auth.mfa.recoveryCodes.getStatus() : null;
    return { newEmail: user.new_email ?? null, factors, codesLeft: status?.data?.remaining ?? 0 };
  },
});

export const reloadOwnSignIn = () => queryClient.invalidateQueries({ queryKey: ownSignIn.queryKey });

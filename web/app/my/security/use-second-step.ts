import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mySecondStep as copy } from '#domain/accounts/account-copy.ts';
import { api, queryClient } from '../../api.ts';
import { authErrorMessage } from '../../auth-error.ts';
import { withProof } from '../../proof.tsx';
import { authClient, resolveAccount } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import type { Enrolment } from './add-second-step.tsx';
import { ownSignIn, reloadOwnSignIn } from './own-sign-in.ts';

/** State and actions of the second step and its recovery codes, used by two parts of the page. */
export function useSecondStep() {
  const known = useQuery(ownSignIn);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const factors = known.data?.factors ?? [];

  /** Runs an action: busy meanwhile, with a proof where one is required, a message on refusal, and a reload afterwards. */
  const act = useSingleFlight(async (work: () => Promise<{ error: unknown }>) => {
    setBusy(true);
    try {
      const { error } = await withProof(work);
      if (error) toast.error(authErrorMessage(error, copy.failed));
      await Promise.all([
        reloadOwnSignIn(),
        queryClient.invalidateQueries({ queryKey: api.accounts.own.sessions.key() }),
        queryClient.invalidateQueries({ queryKey: api.accounts.own.changes.key() }),
        resolveAccount(),
      ]);
    } catch (error) {
      console.error(error);
      toast.error(copy.failed);
    } finally {
      setBusy(false);
    }
  });

  async function makeCodes() {
    const auth = await authClient();
    const { data, error } = await auth.mfa.recoveryCodes.regenerate();
    if (data) setCodes(data.codes);
    return { error };
  }

  async function remove(ids: readonly string[]) {
    const auth = await authClient();
    for (const factorId of ids) {
      const { error } = await auth.mfa.unenroll({ factorId });
      if (error) return { error };
    }
    return { error: null };
  }

  return {
    known,
    isOn: factors.length > 0,
    since: factors[0]?.created_at,
    enrolment,
    codes,
    busy,
    /** A first authenticator, or one on another phone: verified ones need names of their own. */
    start: () =>
      act(async () => {
        const auth = await authClient();
        const friendlyName = factors.length > 0 ? new Date().toISOString() : '';
        const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
        if (data) setEnrolment({ factorId: data.id, secret: data.totp.secret, uri: data.totp.uri });
        return { error };
      }),
    cancel: () => setEnrolment(null),
    /** After the first right code: another phone replaces the old one, a first phone gets recovery codes. */
    added: () =>
      act(async () => {
        const outcome = factors.length > 0 ? await remove(factors.map(({ id }) => id)) : await makeCodes();
        setEnrolment(null);
        if (!outcome.error) toast.success(copy.done);
        return outcome;
      }),
    turnOff: () =>
      act(async () => {
        const outcome = await remove(factors.map(({ id }) => id));
        if (outcome.error) return outcome;
        setCodes(null);
        toast.success(copy.turnedOff);
        return outcome;
      }),
    newCodes: () => act(makeCodes),
    codesSaved: () => setCodes(null),
  };
}
export type SecondStep = ReturnType<typeof useSecondStep>;

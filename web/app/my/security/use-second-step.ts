import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mySecondStep as copy } from '#domain/accounts/account-copy.ts';
import { api, queryClient } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { authClient, resolveAccount } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { throwOnSignInError } from '../../throw-on-sign-in-error.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import type { Enrolment } from './add-second-step.tsx';
import { ownFactors, ownSignIn, reloadOwnSignIn } from './own-sign-in.ts';

const options = { failed: copy.failed };

/** State and actions of the second step and its recovery codes, used by two parts of the page. */
export function useSecondStep() {
  const known = useQuery(ownSignIn);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const factors = known.data?.factors ?? [];

  /** Runs an action: busy meanwhile, with a proof where one is required, a message on refusal, and a reload afterwards. */
  const act = useSingleFlight(async (work: () => Promise<Outcome<unknown>>) => {
    setBusy(true);
    const outcome = await withProof(work);
    if (outcome.outcome !== 'done') toast.error(outcome.text);
    await Promise.all([
      reloadOwnSignIn(),
      queryClient.invalidateQueries({ queryKey: api.accounts.own.sessions.key() }),
      queryClient.invalidateQueries({ queryKey: api.accounts.own.changes.key() }),
      resolveAccount(),
    ]);
    setBusy(false);
  });

  /** Asked for twice, the second set counts, and it is the one that is shown. */
  async function makeCodes() {
    const outcome = await write(
      async () => throwOnSignInError((await authClient()).mfa.recoveryCodes.regenerate()),
      options,
    );
    if (outcome.outcome === 'done' && outcome.value.data) setCodes(outcome.value.data.codes);
    return outcome;
  }

  async function remove(ids: readonly string[]): Promise<Outcome<unknown>> {
    for (const factorId of ids) {
      const outcome = await write<unknown>(
        async () => throwOnSignInError((await authClient()).mfa.unenroll({ factorId })),
        {
          ...options,
          arrived: async () => (await ownFactors()).every(({ id }) => id !== factorId) || undefined,
        },
      );
      if (outcome.outcome !== 'done') return outcome;
    }
    return { outcome: 'done', value: undefined };
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
        const friendlyName = factors.length > 0 ? new Date().toISOString() : '';
        const outcome = await write(
          async () => throwOnSignInError((await authClient()).mfa.enroll({ factorType: 'totp', friendlyName })),
          options,
        );
        const data = outcome.outcome === 'done' ? outcome.value.data : null;
        if (data) setEnrolment({ factorId: data.id, secret: data.totp.secret, uri: data.totp.uri });
        return outcome;
      }),
    cancel: () => setEnrolment(null),
    /** After the first right code: another phone replaces the old one, a first phone gets recovery codes. */
    added: () =>
      act(async () => {
        const outcome = factors.length > 0 ? await remove(factors.map(({ id }) => id)) : await makeCodes();
        setEnrolment(null);
        if (outcome.outcome === 'done') toast.success(copy.done);
        return outcome;
      }),
    turnOff: () =>
      act(async () => {
        const outcome = await remove(factors.map(({ id }) => id));
        if (outcome.outcome !== 'done') return outcome;
        setCodes(null);
        toast.success(copy.turnedOff);
        return outcome;
      }),
    newCodes: () => act(makeCodes),
    codesSaved: () => setCodes(null),
  };
}
export type SecondStep = ReturnType<typeof useSecondStep>;

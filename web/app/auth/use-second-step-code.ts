import { useRef } from 'react';
import { authClient } from '../session.ts';
import { throwOnSignInError } from '../throw-on-sign-in-error.ts';
import { type Outcome, write } from '../write.ts';

interface TypedCode {
  code: string;
  challenge?: { factorId: string; challengeId: string };
}

/**
 * Gives typed codes to an authenticator. However often one is sent, it goes to the same challenge, so that the server knows a repetition
 * and answers it again; typed once more after an answer that never came, it is a repetition too.
 */
export function useSecondStepCode(factorId: () => string | Promise<string>, failed: string) {
  const unanswered = useRef<TypedCode | null>(null);
  return async (code: string): Promise<Outcome<unknown>> => {
    const typed = unanswered.current?.code === code ? unanswered.current : { code };
    const outcome = await write<unknown>(() => send(typed, factorId), { failed });
    const isOpen = outcome.outcome === 'unknown' || (outcome.outcome === 'refused' && outcome.code === 'OFFLINE');
    unanswered.current = isOpen ? typed : null;
    return outcome;
  };
}

async function send(typed: TypedCode, findFactor: () => string | Promise<string>) {
  const { mfa } = await authClient();
  if (!typed.challenge) {
    const factorId = await findFactor();
    const { data } = await throwOnSignInError(mfa.challenge({ factorId }));
    // An attempt that was given up as lost goes on: whichever is asked first, both use its challenge.
    typed.challenge ??= { factorId, challengeId: data.id };
  }
  return throwOnSignInError(mfa.verify({ ...typed.challenge, code: typed.code }));
}

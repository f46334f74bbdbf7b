import { company } from '#domain/company.ts';
import { networkCopy, networkRefusals } from '#domain/network/copy.ts';
import type { CodeRefusal } from '#domain/network/referral-code.ts';
import { client } from '../api.ts';
import { resolveAccount } from '../session.ts';
import { type Outcome, type Refusal, type Unknown, write } from '../write.ts';
import { existingEnrolment } from './existing-enrolment.ts';

const copy = networkCopy.register;

const REFUSED = {
  REFERRAL_CODE_INVALID: copy.invalidCode,
  REFERRAL_CODE_INACTIVE: copy.inactiveCode,
  REFERRAL_LIMIT_REACHED: copy.limitCode,
  OWN_REFERRAL_CODE: networkRefusals.OWN_REFERRAL_CODE,
  NETWORK_DATABASE_ERROR: copy.databaseError(company.email),
} satisfies Record<CodeRefusal | 'NETWORK_DATABASE_ERROR', string>;

/** The sentence for a refusal of a code at a registration; the account may exist by then. */
export const codeRefusalText = (code: string | null): string | undefined =>
  code !== null && Object.hasOwn(REFUSED, code) ? REFUSED[code as keyof typeof REFUSED] : undefined;

/**
 * Enrols a new account under the owner of a code. If it is in the network already, an earlier attempt has put it there; if it waits for
 * staff, because no place was left when it was made, none has.
 */
export async function enrolBy(code: string): Promise<Outcome<{ username: string | null }>> {
  const waits: Refusal[] = [];
  const outcome = await write<{ username: string | null }>(() => client.network.enrollWithReferral({ p_ref: code }), {
    arrived(refusal) {
      if (refusal.code === 'FORBIDDEN') waits.push(refusal);
      return existingEnrolment(refusal);
    },
    again: true,
    failed: copy.generic,
  });
  // The enrolment has approved the account: its rights have changed.
  if (outcome.outcome === 'done') void resolveAccount();
  return waits[0] ?? outcome;
}

/** Why the enrolment did not happen: said at the code, or below the form when the code is not the reason. */
export const whyNot = (outcome: Refusal | Unknown): WhyNot =>
  outcome.outcome === 'unknown' || outcome.code === 'OFFLINE'
    ? { problem: outcome }
    : { wrong: codeRefusalText(outcome.code) ?? outcome.text };
export type WhyNot = { wrong: string; problem?: never } | { problem: { text: string }; wrong?: never };

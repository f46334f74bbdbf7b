import type { Me } from '#domain/accounts/me.ts';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import type { Config } from '../../config.ts';
import type { Person } from '../../context.ts';

/** A person as they see themselves. */
export const describeMe = (
  { paymentsArePretended, fiscal, limitsAreOff }: Config,
  { id, email, level, permissions, mustAddSecondStep, mustChangePassword, hasPassword, profile }: Person,
): Me => ({
  ...profile,
  // What is sold no more is no choice.
  chosenProduct: productNamed(profile.chosenProduct ?? '')?.name ?? null,
  // A code is asked for as long as the enrolment may follow (server/flows/people/enrol-by-code.ts).
  enrolmentRefused: profile.toBeRegistered && profile.invitedBy ? profile.enrolmentRefused : null,
  id,
  email,
  level,
  permissions: [...permissions],
  mustAddSecondStep,
  mustChangePassword,
  hasPassword,
  paymentsArePretended,
  receiptsAreOff: fiscal === 'off',
  limitsAreOff,
});

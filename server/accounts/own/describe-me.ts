import type { Me } from '#domain/accounts/me.ts';
import type { Person } from '../../access.ts';
import type { Config } from '../../config.ts';

/** A person as they see themselves. */
export const describeMe = (
  { paymentsArePretended }: Config,
  { id, email, level, mustAddSecondStep, mustChangePassword, profile }: Person,
): Me => ({
  ...profile,
  id,
  email,
  level,
  mustAddSecondStep,
  mustChangePassword,
  paymentsArePretended,
});

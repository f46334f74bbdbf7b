import type { Me } from '#domain/accounts/me.ts';
import type { Person } from '../../access.ts';
import type { Config } from '../../config.ts';

/** A person as they see themselves. */
export const describeMe = (
  { paymentsArePretended, fiscal }: Config,
  { id, email, level, permissions, mustAddSecondStep, mustChangePassword, profile }: Person,
): Me => ({
  ...profile,
  id,
  email,
  level,
  permissions: [...permissions],
  mustAddSecondStep,
  mustChangePassword,
  paymentsArePretended,
  receiptsAreOff: fiscal === 'off',
});

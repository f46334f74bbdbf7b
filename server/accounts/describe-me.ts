import type { Me } from '#domain/accounts/me.ts';
import type { Person } from '../access.ts';

/** A person as they see themselves. */
export const describeMe = ({ id, email, level, mustAddSecondStep, profile }: Person): Me => ({
  ...profile,
  id,
  email,
  level,
  mustAddSecondStep,
});

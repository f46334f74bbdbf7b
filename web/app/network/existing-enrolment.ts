import type { Refusal } from '../write.ts';

/** Under whom somebody is in the network already, for a repetition of their enrolment. */
export function existingEnrolment({ code, data }: Refusal): { username: string | null } | undefined {
  return code === 'ALREADY_IN_NETWORK' ? { username: (data as { inviter: string | null }).inviter } : undefined;
}

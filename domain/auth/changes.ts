/**
 * Every change of who may enter an account, and every warning that somebody tries to, is mailed to its owner, with a
 * link that takes it back for `UNDO_DAYS`: all sessions end, what was changed is as before, and a new password is asked.
 * Nothing happens by opening the link; its page shows what would be done, and a press does it, once.
 */
export const CHANGE_KINDS = [
  'password',
  'address',
  'factor-added',
  'factor-removed',
  'codes-made',
  'codes-removed',
  'code-used',
  'new-device',
  'token-reused',
  'codes-guessed',
  'second-step-recovery',
  'owner-rescued',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Nothing was changed: the press only ends all sessions and asks for a new password. */
const WARNINGS: readonly ChangeKind[] = ['new-device', 'token-reused', 'codes-guessed'];
export const isWarning = (kind: ChangeKind): boolean => WARNINGS.includes(kind);

export const UNDO_DAYS = 7;
/** Hours between asking for the removal of a lost second step and the removal. */
export const RECOVERY_HOURS = 24;
/** Twelve months. */
export const CHANGES_KEPT_DAYS = 365;

/** What a change was about. */
export interface ChangeFacts {
  /** The addresses of a moved account. */
  from?: string | undefined;
  to?: string | undefined;
  /** The authenticator that came or went. */
  factorId?: string | undefined;
  /** Who removed a second step, when it was not its owner. */
  by?: 'staff' | 'wait' | undefined;
}

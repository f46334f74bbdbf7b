/** The tone of a campaign's badge by its state. */
export const STATE_TONES = {
  draft: undefined,
  review: 'info',
  rejected: 'err',
  scheduled: 'info',
  active: 'ok',
  behind: 'warn',
  paused: undefined,
  withdrawn: 'err',
  done: undefined,
} as const;

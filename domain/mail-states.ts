/** What the error of a mail says that the operator dropped when a restored shop went on. */
export const DROPPED_AFTER_RESTORE = 'dropped after a restore';

export const MAIL_STATES = ['queued', 'sent', 'failed', 'expired'] as const;

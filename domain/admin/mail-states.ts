export const MAIL_STATES = ['queued', 'sent', 'failed', 'expired'] as const;

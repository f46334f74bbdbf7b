export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;

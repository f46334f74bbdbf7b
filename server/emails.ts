import { accountEmails } from './accounts/emails.tsx';
import { advertisingEmails } from './advertising/emails.tsx';
import { deviceEmails } from './devices/emails.tsx';
import { eventEmails } from './events/emails.tsx';
import { orderEmails } from './orders/emails.tsx';
import type { Templates } from './platform/mail.ts';

/** Every mail we can write, by domain. */
export const templates: Templates = {
  ...accountEmails,
  ...advertisingEmails,
  ...deviceEmails,
  ...eventEmails,
  ...orderEmails,
};

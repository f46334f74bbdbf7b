import { templates } from '../emails.ts';
import { openDelivery } from '../platform/mail/deliver-mails.ts';
import type { TestApp } from './app.ts';

/** Sends what is queued. Mails are stamped by the database, so its time counts here, whatever a test has made of the clock. */
export const sendMails = ({ deps }: Pick<TestApp, 'deps'>): Promise<void> =>
  openDelivery({ ...deps, now: () => new Date() }, templates).sendDue();

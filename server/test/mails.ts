import { templates } from '../emails.ts';
import { openDelivery } from '../platform/mail/deliver-mails.ts';
import type { TestApp } from './app.ts';

const HELD_MS = 15_000;

/**
 * Sends what is queued, also what is still held. Mails are stamped by the database, so its time counts here, whatever a test
 * has made of the clock.
 */
export const sendMails = ({ deps }: Pick<TestApp, 'deps'>): Promise<void> =>
  openDelivery({ ...deps, now: () => new Date(Date.now() + HELD_MS) }, templates).sendDue();

import { mailNames } from '#domain/admin/mails-copy.ts';
import { accountEmails } from './accounts/emails.tsx';
import { staffEmails } from './accounts/staff-emails.tsx';
import { advanceEmails } from './advertising/advance-emails.tsx';
import { advertisingEmails } from './advertising/emails.tsx';
import { authEmails } from './auth/emails.tsx';
import { securityEmails } from './auth/security-emails.tsx';
import { backupEmails } from './backup/emails.tsx';
import { campaignEmails } from './campaigns/emails.tsx';
import { deviceEmails } from './devices/emails.tsx';
import { documentEmails } from './documents/emails.tsx';
import { eventEmails } from './events/emails.tsx';
import { parcelEmails } from './fulfilment/emails.tsx';
import { installationEmails } from './installations/emails.tsx';
import { keyEmails } from './integrations/keys/emails.tsx';
import { webhookEmails } from './integrations/webhooks/emails.tsx';
import { orderEmails } from './orders/emails.tsx';
import { transferEmails } from './orders/transfer-emails.tsx';
import { payoutEmails } from './payouts/emails.tsx';
import type { MailName, Templates } from './platform/mail/mail.ts';
import { tvEmails } from './playout/tvs/emails.tsx';
import { refundEmails } from './refunds/emails.tsx';
import { returnEmails } from './returns/emails.tsx';
import { rewardEmails } from './rewards/emails.tsx';
import { specialEmails } from './special/emails.tsx';
import { stockEmails } from './stock/emails.tsx';
import { taskEmails } from './tasks/emails.tsx';
import { voucherEmails } from './vouchers/emails.tsx';

/** Every mail we can write, by domain. */
export const templates: Templates = {
  ...authEmails,
  ...accountEmails,
  ...staffEmails,
  ...securityEmails,
  ...advanceEmails,
  ...advertisingEmails,
  ...campaignEmails,
  ...deviceEmails,
  ...documentEmails,
  ...eventEmails,
  ...orderEmails,
  ...transferEmails,
  ...parcelEmails,
  ...refundEmails,
  ...payoutEmails,
  ...returnEmails,
  ...rewardEmails,
  ...specialEmails,
  ...stockEmails,
  ...tvEmails,
  ...taskEmails,
  ...installationEmails,
  ...webhookEmails,
  ...voucherEmails,
  ...keyEmails,
  ...backupEmails,
};

mailNames satisfies Record<MailName, string>;

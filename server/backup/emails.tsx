import { systemMails } from '#domain/system/mail-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface BackupMails {
  'backup.late': { lastAt: string | null; isDiskFull: boolean; reason: string | null; link: string };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends BackupMails {}
}

const { late: copy } = systemMails;

export const backupEmails: { [K in keyof BackupMails]: (props: BackupMails[K]) => MailMessage } = {
  'backup.late': ({ lastAt, isDiskFull, reason, link }) => {
    const last = lastAt === null ? null : formatDateTime(lastAt);
    return {
      reader: 'staff',
      subject: copy.subject,
      preview: copy.preview(last),
      body: (
        <>
          <Paragraph>{copy.text(last, isDiskFull ? copy.diskFull : (reason ?? copy.unknown))}</Paragraph>
          <Action href={link}>{copy.button}</Action>
        </>
      ),
    };
  },
};

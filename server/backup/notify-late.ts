import { asc } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { pages } from '#domain/pages.ts';
import { backupLateHours } from '#domain/system/limits.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { lastKeptBackupAt } from './keep-backup.ts';
import { backupFailures } from './schema.ts';

/** Mails the super-admin that the backup which `BACKUP_EVERY` asks for is late, and why: once until the next one is made. */
export async function notifyWhenLate({ db, queue, config, now }: Dependencies): Promise<void> {
  const { everyHours } = config.backup;
  if (everyHours === undefined) return;
  const [last, [first], [failure]] = await Promise.all([
    lastKeptBackupAt(db),
    db.select({ at: profiles.createdAt }).from(profiles).orderBy(asc(profiles.createdAt)).limit(1),
    db.select().from(backupFailures),
  ]);
  const since = last ?? first?.at ?? now();
  if (now().getTime() - since.getTime() <= backupLateHours(everyHours) * HOUR_MS) return;
  await db.transaction((tx) =>
    queueMail(tx, queue, {
      to: config.superAdmin.email,
      profileId: null,
      template: 'backup.late',
      props: {
        lastAt: last?.toISOString() ?? null,
        isDiskFull: failure?.isDiskFull ?? false,
        reason: failure?.reason ?? null,
        link: config.publicUrl + pages.adminSystem.path,
      },
      idempotencyKey: `backup.late:${last?.toISOString() ?? 'none'}`,
    }),
  );
}

import { and, eq, gt } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import { mfaFactors } from '../../auth/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { lockPerson } from '../lock-person.ts';

/** Once a day at most, whoever asks and however often. */
export const remindOfSecondStep = (deps: Dependencies, actor: Actor, id: string): Promise<{ sent: boolean }> =>
  deps.db.transaction(async (tx) => {
    const profile = await lockPerson(tx, id);
    if (!profile || profile.closedAt || profile.toBeRegistered) throw refuse('PERSON_GONE');
    if (await tx.$count(mfaFactors, and(eq(mfaFactors.userId, id), eq(mfaFactors.status, 'verified'))))
      throw refuse('HAS_SECOND_STEP');
    const action = 'accounts.second-step-reminded';
    const since = new Date(deps.now().getTime() - 24 * HOUR_MS);
    const before = and(eq(auditLog.subjectId, id), eq(auditLog.action, action), gt(auditLog.at, since));
    if (await tx.$count(auditLog, before)) return { sent: false };
    await queueMail(tx, deps.queue, {
      to: profile.email,
      profileId: id,
      template: 'accounts.second-step-wanted',
      props: { link: `${deps.config.publicUrl}/account#bezbednost` },
    });
    await record(tx, actor, { action, on: { kind: 'profile', id } });
    return { sent: true };
  });

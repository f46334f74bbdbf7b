import { sql } from 'drizzle-orm';
import { ERASED_AFTER_DAYS } from '#domain/accounts/retention.ts';
import { company } from '#domain/company.ts';
import { DAY_MS, daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { provenOwnerCondition } from '../../accounts/ownership.ts';
import { profiles } from '../../accounts/schema.ts';
import { users } from '../../auth/schema.ts';
import { paymentParts } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { doorChecks, reservations } from '../../events/schema.ts';
import { purgeContacts } from '../../installations/purge-contacts.ts';
import { purgeAnswers } from '../../integrations/keys/idempotency.ts';
import { purgeKeys } from '../../integrations/keys/remind.ts';
import { purgeWebhooks } from '../../integrations/webhooks/purge-webhooks.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { record, redactAuditEntries, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { mails } from '../../platform/mail.schema.ts';
import { forgetPayees } from '../../rewards/payee.ts';
import { redactDeliveries } from './redact-deliveries.ts';
import { redactReservations } from './redact-reservations.ts';

/**
 * What is left over of people who are gone, or of what we promised to keep for a while only: guests of an event that is
 * over, whose homes devices were installed in, where devices of people who are gone were sent, what other programs were
 * told, mails of accounts that are gone and to addresses that nobody has proven, notices about registrations that were
 * refused, codes and links that ended in mails nobody took, and in the audit log who they were, failed attempts, searches, and
 * from where requests came. Every night; each statement is whole by itself and finds nothing the second time.
 */
export async function purgeExpiredRecords({ db, config, now }: Dependencies): Promise<void> {
  const ago = (days: number) => sql`${new Date(now().getTime() - days * DAY_MS).toISOString()}::timestamptz`;
  const gone = ago(ERASED_AFTER_DAYS);
  await db.transaction((tx) => redactGuests(tx, new Date(now().getTime() - ERASED_AFTER_DAYS * DAY_MS)));
  await db.transaction(redactDeliveries);
  await db.execute(sql`
    delete from ${mails} where ${mails.createdAt} < ${gone}
      and ${mails.to} <> ${config.superAdmin.email}
      and case when ${mails.profileId} is null
        then not ${provenOwnerCondition(mails.to)}
          and not exists (select from ${reservations} where ${reservations.email} = ${mails.to})
        else not exists (select from ${users} where ${users.id} = ${mails.profileId}) end`);
  await db.execute(sql`
    update ${mails} set props = '{}', subject = null, html = null, text = null
    where ${mails.template} = 'accounts.registration-waiting' and ${mails.createdAt} < ${gone} and ${mails.props} <> '{}'
      and not exists (select from ${profiles} where ${profiles.id}::text = ${mails.props} ->> 'id')`);
  // Nothing can be done about them any more, so nobody is asked to.
  await db.execute(sql`
    update ${mails} set state = 'expired', props = '{}'
    where ${mails.state} = 'failed' and (${mails.validUntil} <= ${ago(0)} or ${mails.props} = '{}')`);
  await db.execute(sql`
    update ${auditLog} set actor_email = null, ip = null
    where ${auditLog.actorEmail} is not null and ${auditLog.at} < ${gone}
      and not exists (select from ${users} where ${users.id}::text = ${auditLog.actor})`);
  await forgetPayees(db);
  await purgeContacts(db, now());
  await purgeAnswers({ db, now });
  await purgeKeys({ db, now }, Number(company.accessRecordDays));
  await purgeWebhooks(db, now());
  // The database itself lets nothing of the log go before it is a day old.
  const records = sql`least(${ago(Number(company.accessRecordDays))}, now() - interval '1 day')`;
  await db.execute(
    sql`delete from ${auditLog} where audit_attempt(${auditLog.action}) and ${auditLog.at} < ${records}`,
  );
  await db.execute(
    sql`delete from ${doorChecks} where ${doorChecks.reservationId} is null and ${doorChecks.receivedAt} < ${records}`,
  );
  await db.execute(sql`
    update ${auditLog} set "after" = ${auditLog.after} - 'search'
    where ${auditLog.subjectKind} = 'list' and ${auditLog.after} ? 'search' and ${auditLog.at} < ${records}`);
  await db.execute(
    sql`update ${auditLog} set ip = null where ${auditLog.ip} is not null and ${auditLog.at} < ${records}`,
  );
}

/**
 * Whose address no account has proven has no other contract with us than the event, which ended before that moment. While
 * the organiser owes somebody money, or has not decided about a part of a price, it stays known whose it is.
 */
async function redactGuests(tx: Tx, endedBefore: Date): Promise<void> {
  const firstDay = daysLater(dayOf(endedBefore), -2);
  const guests = sql`${reservations.email} <> '' and ${reservations.firstDay} <= ${firstDay}
    and not exists (select from ${paymentParts}
      where ${paymentParts.reservationId} = ${reservations.id} and ${paymentParts.state} in ('owed', 'waiting'))
    and not ${provenOwnerCondition(reservations.email)}`;
  const places = await redactReservations(tx, guests);
  await redactAuditEntries(tx, 'reservation', places);
  if (places.length > 0)
    await record(tx, systemActor, {
      action: 'events.guests-forgotten',
      on: { kind: 'event', id: firstDay.slice(0, 4) },
      after: { rows: places.length },
    });
}

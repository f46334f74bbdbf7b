import { sql } from 'drizzle-orm';
import { ERASED_AFTER_DAYS } from '#domain/accounts/retention.ts';
import { company } from '#domain/company.ts';
import { endsAt } from '#domain/events/event.ts';
import { profiles, users } from '../accounts/schema.ts';
import type { Edges } from '../app.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { record, systemActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { mails } from '../platform/mail.schema.ts';
import { forgetReservations, forgetSaid } from './forget-reservations.ts';

const DAY_MS = 24 * 3600_000;

/**
 * What is left over of people who are gone, or of what we promised to keep for a while only: guests of an event that is
 * over, mails to addresses that are nobody's any more, notices about registrations that were refused, who they were in the
 * audit log, and from where requests came. Every night; each statement is whole by itself and finds nothing the second time.
 */
export async function forgetRecords({ db, now }: Edges): Promise<void> {
  const ago = (days: number) => sql`${new Date(now().getTime() - days * DAY_MS).toISOString()}::timestamptz`;
  const gone = ago(ERASED_AFTER_DAYS);
  await db.transaction((tx) => forgetGuests(tx, new Date(now().getTime() - ERASED_AFTER_DAYS * DAY_MS)));
  await db.execute(sql`
    delete from ${mails} where ${mails.createdAt} < ${gone}
      and not exists (select from ${users} where ${users.email} = ${mails.to})
      and not exists (select from ${reservations} where ${reservations.email} = ${mails.to})
      and not exists (select from ${orders} where ${orders.email} = ${mails.to})`);
  await db.execute(sql`
    update ${mails} set props = '{}', subject = null, html = null, text = null
    where ${mails.template} = 'accounts.registration-waiting' and ${mails.createdAt} < ${gone} and ${mails.props} <> '{}'
      and not exists (select from ${profiles} where ${profiles.id}::text = ${mails.props} ->> 'id')`);
  await db.execute(sql`
    update ${auditLog} set actor_email = null, ip = null
    where ${auditLog.actorEmail} is not null and ${auditLog.at} < ${gone}
      and not exists (select from ${users} where ${users.id}::text = ${auditLog.actor})`);
  await db.execute(sql`
    update ${auditLog} set ip = null
    where ${auditLog.ip} is not null
      and ${auditLog.at} < least(${ago(Number(company.accessRecordDays))}, now() - interval '1 day')`);
}

/** A guest without an account has no other contract with us than the event, which ended before that moment. */
async function forgetGuests(tx: Tx, endedBefore: Date): Promise<void> {
  const lastYear =
    endsAt(endedBefore.getUTCFullYear()) <= endedBefore
      ? endedBefore.getUTCFullYear()
      : endedBefore.getUTCFullYear() - 1;
  const guests = sql`${reservations.email} <> '' and ${reservations.year} <= ${lastYear}
    and not exists (select from ${users} where ${users.email} = ${reservations.email})`;
  const places = await forgetReservations(tx, guests);
  await forgetSaid(tx, 'reservation', places);
  if (places.length > 0)
    await record(tx, systemActor, {
      action: 'events.guests-forgotten',
      on: { kind: 'event', id: String(lastYear) },
      after: { rows: places.length },
    });
}

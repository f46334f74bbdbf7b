import { type SQL, sql } from 'drizzle-orm';
import { ANNOUNCEMENTS, type AnnouncementType } from '#domain/announcements.ts';
import type { Tx } from './db.ts';

export interface Announcement {
  type: AnnouncementType;
  /** As the API names the object. Never a name, an address or anything that lets somebody in. */
  id: string;
  /** Grows with every change of the object. */
  version: number;
}

/** Whether any other program is told anything: what is only read to be announced need not be read otherwise. */
export const webhookEndpointExistsCondition: SQL<boolean> = sql<boolean>`exists (select from webhook_endpoints where state <> 'removed')`;

/**
 * Tells other programs, in the transaction of what happened: a delivery for each address that wants to hear of it, and nothing at all
 * where none does. It is sent after the commit, and exactly when there is one.
 */
export async function announceToWebhooks(tx: Tx, moment: Date, list: readonly Announcement[]): Promise<void> {
  if (list.length === 0) return;
  const told = list.map(({ type, id, version }) => ({ type, id, version, ...ANNOUNCEMENTS[type] }));
  await tx.execute(sql`
    with told as (
      select gen_random_uuid() as event, said.* from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        as said(type text, object text, id text, version bigint, changed jsonb)
    ), wanted as (
      select endpoint.id as endpoint, told.event from webhook_endpoints endpoint join told
        on endpoint.state <> 'removed'
          and (told.type = any(endpoint.events) or split_part(told.type, '.', 1) || '.*' = any(endpoint.events))
      for key share of endpoint
    ), events as (
      insert into webhook_events (id, type, object_kind, object_id, object_version, changed, at)
      select event, type, object, id, version, array(select jsonb_array_elements_text(changed)), ${moment.toISOString()}::timestamptz
      from told where event in (select event from wanted)
    ), deliveries as (
      insert into webhook_deliveries (endpoint_id, event_id, number, step, made_at, due_at)
      select endpoint, event, 1, 0, ${moment.toISOString()}::timestamptz, ${moment.toISOString()}::timestamptz from wanted
    )
    select`);
}

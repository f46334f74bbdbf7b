import { sql } from 'drizzle-orm';
import { memberName } from '#domain/network/rules.ts';
import { CALL_TRIES } from '#domain/orders/calls/calls.ts';
import type { Sale } from '#domain/orders/shapes.ts';
import { daysSince } from '#domain/time.ts';
import { callNotUndoneCondition } from '../events.ts';

/**
 * What a row of the list says besides the order itself. Each is read for the rows of a page alone, written out because Drizzle leaves the
 * table of a column out where only one table is read.
 */

/** Days after the delivery in which a courier transfers what it has collected. */
export const COLLECTED_DAYS = 7;

/** Of what is not paid yet: what is asked for it, and since when a courier may have its money. */
export const askedForOrder = sql<AskedForOrder | null>`case when orders.status = 'pending' then (
  select json_build_object('way', asked.way, 'amount', asked.amount, 'until', asked.valid_until,
    'came', (select min(came.moment) from order_events came where came.order_id = orders.id and came.kind = 'delivered'))
  from claims asked where asked.order_id = orders.id and asked.state = 'live') end`;
interface AskedForOrder {
  way: Sale['way'];
  amount: number;
  until: string | null;
  came: string | null;
}

/** What the list says of it beside state and way. */
export function describeAsked(
  asked: AskedForOrder | null,
  { paymentState, deliveredParcels }: Pick<Sale, 'paymentState' | 'deliveredParcels'>,
  now: Date,
): Pick<Sale, 'validUntil' | 'toCourier' | 'daysLate'> {
  const isAtCourier = asked?.way === 'cash_on_delivery' && (paymentState === 'due' || paymentState === 'collected');
  const since = isAtCourier && deliveredParcels > 0 ? asked.came : null;
  return {
    validUntil: asked?.until ?? null,
    toCourier: isAtCourier ? asked.amount : null,
    daysLate: since === null ? 0 : Math.max(0, daysSince(new Date(since), now) - COLLECTED_DAYS),
  };
}

/** The last call that was answered, or the last change of phone or address: whoever did not answer before has said something since. */
const HEARD_OF = sql`(select coalesce(max(later.id), 0) from order_events later where later.order_id = orders.id
  and (later.kind = 'delivery_changed' or later.kind = 'called' and later.facts ->> 'outcome' <> 'no_answer')
  and ${callNotUndoneCondition('later')})`;

/** Why somebody calls the buyer, as the order's own page has it (`readCalls`). */
export const callOfOrder = sql<CallOfOrder>`json_build_object(
  'missed', exists (select from shipments missed where missed.order_id = orders.id and missed.missed_at is not null),
  'unanswered', (select json_agg(said.facts ->> 'next' order by said.id desc) from order_events said
    where said.order_id = orders.id and said.kind = 'called' and said.facts ->> 'outcome' = 'no_answer'
    and ${callNotUndoneCondition('said')} and said.id > ${HEARD_OF}))`;
interface CallOfOrder {
  missed: boolean;
  unanswered: (string | null)[] | null;
}

export function describeCall(
  { missed, unanswered }: CallOfOrder,
  delivery: Record<string, string | null> | null,
): Sale['call'] {
  const phone = delivery?.recipientPhone || delivery?.phone || '';
  if (missed) return { reason: 'missed', nth: null, from: null, phone };
  const [from] = unanswered ?? [];
  const nth = Math.min((unanswered ?? []).length + 1, CALL_TRIES);
  return { reason: 'before', nth, from: from ? new Date(from) : null, phone };
}

/** Numbers of the devices that are in its parcels or with its buyer. */
export const serialsOfOrder = sql<string[] | null>`(select array_agg(device.serial order by parcel.n, device.position)
  from shipments parcel join shipment_devices device on device.shipment_id = parcel.id and device.live
  where parcel.order_id = orders.id)`;

/** Who is above the buyer of devices in the network now. */
export const referralOfOrder = sql<Above | null>`case when orders.kind = 'device' then (
  select json_build_object('id', above.id, 'firstName', above.first_name, 'lastName', above.last_name, 'username', above.username)
  from profiles member join profiles above on above.id = member.parent_id where member.id = orders.profile_id) end`;
interface Above {
  id: string;
  firstName: string | null;
  lastName: string | null;
  username: string;
}

export const describeReferral = (above: Above): NonNullable<Sale['referral']> => ({
  id: above.id,
  name: memberName(above),
});

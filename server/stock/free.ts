import { sql } from 'drizzle-orm';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import type { Day } from '#domain/day.ts';
import { deliveryBy } from '#domain/orders/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { countDevicesInStock, isStockCounted } from './level.ts';
import { stockLimits } from './schema.ts';

/**
 * Orders that are paid, or due at the courier, and wait for devices, and faulty devices that another one takes the place of, each since
 * when. They hold what is in stock in that order. Whoever takes a purchase back waits for nothing.
 */
const WAITING = sql`
  select o.id as "orderId", o.number, coalesce(o.paid_at, o.created_at) as since, greatest(0,
    (select coalesce(sum(quantity), 0) from order_lines where order_id = o.id and kind = 'goods')
    -- Their money goes or went back before they came (docs/decisions/289).
    - (select coalesce(sum(devices_not_sent(order_id, devices, serials, asked_at)), 0) from order_refunds
        where order_id = o.id and state in ('asked', 'sending', 'done'))
    -- They were lost, and an amount was given back for them (docs/decisions/331).
    - (case when exists (select from shipments s join parcel_claims c on c.shipment_id = s.id
        where s.order_id = o.id and c.choice = 'money') then devices_given_up(o.id) else 0 end)
    - (select coalesce(sum(devices), 0) from shipments where order_id = o.id and kind in ('outbound', 'resend')
        and state in ('packed', 'handed_over', 'in_transit', 'delivered'))) as devices
  from (
    select * from orders where fulfilment_state = 'new'
    union all
    -- Another parcel goes for one that was lost, because its buyer has chosen that, or pays only at the door.
    select * from orders lost where lost.fulfilment_state in ('lost', 'damaged', 'returned')
      and lost.payment_state in ('paid', 'part_refunded', 'settled', 'due', 'collected')
      and exists (select from shipments s join parcel_claims c on c.shipment_id = s.id
        where s.order_id = lost.id and s.kind <> 'exchange' and s.state = lost.fulfilment_state
          and (c.choice = 'again' or c.asked_at is null and lost.payment_state = 'due'))) o
  where o.payment_state in ('paid', 'part_refunded', 'settled', 'due', 'collected')
    and not exists (select from withdrawals w where w.order_id = o.id and w.resolved_at is null)
    -- Paid for a closed or blocked account: it goes back.
    and not exists (select from fulfilments f where f.order_id = o.id and f.returned and not f.surplus offset 0)
  union all
  select o.id, o.number, e.received_at, 1 from exchanges e join orders o on o.id = e.order_id where e.state = 'ready'`;

/** Devices in stock that nobody waits for; below zero when more are waited for than there are. */
export async function countFreeDevices(db: DatabaseOrTransaction): Promise<number> {
  const { rows } = await db.execute<{ held: number }>(
    sql`select coalesce(sum(devices), 0)::integer as held from (${WAITING}) waiting`,
  );
  return (await countDevicesInStock(db)) - rows[0]!.held;
}

/** Who waits for devices: an order, since it was paid or placed; or for an exchange, since then. */
export interface WaitingOrder {
  orderId: string;
  since: Date | null;
}

/** So many devices are theirs, after all who have waited longer; `first` of those is served first. */
export async function freeDevicesForOrder(
  db: DatabaseOrTransaction,
  { orderId, since }: WaitingOrder,
): Promise<{ free: number; first: number | null }> {
  const { rows } = await db.execute<{ held: number; first: string | null }>(sql`
    select coalesce(sum(devices), 0)::integer as held, (array_agg(number order by since, number))[1] as first
    from (${WAITING}) waiting
    where devices > 0 and "orderId" <> ${orderId} and (since, number) <
      (select coalesce(${since?.toISOString() ?? null}::timestamptz, paid_at, created_at), number from orders where id = ${orderId})`);
  const { held, first } = rows[0]!;
  return { free: Math.max(0, (await countDevicesInStock(db)) - held), first: first === null ? null : Number(first) };
}

/**
 * What is in stock belongs to whoever waits: the orders that lose their turn because `gone` devices have left it, each with the day until
 * which it waits from then on. None when all of them were `seen`. The caller holds the row of the limit, so that two at once are one after
 * the other.
 */
export async function unseenOrdersLosingDevices(
  tx: Tx,
  now: Date,
  { gone, seen }: { gone: number; seen: readonly number[] },
): Promise<{ number: number; until: Day }[]> {
  const left = await countDevicesInStock(tx);
  const waiting = await ordersLosingDevices(tx, { stock: left + gone, left });
  const known = new Set(seen);
  if (waiting.every(({ number }) => known.has(number))) return [];
  const said = await announcedDeliveryDay(tx, dayOf(now));
  return waiting.map(({ number, since }) => ({ number, until: said ?? deliveryBy(since) }));
}

/** Orders that `stock` devices are enough for, in their turn, and `left` are not. */
export async function ordersLosingDevices(
  db: DatabaseOrTransaction,
  { stock, left }: { stock: number; left: number },
): Promise<{ number: number; since: Date }[]> {
  const { rows } = await db.execute<{ number: string; since: string }>(sql`
    select number, min(since) as since from (
      select number, since, sum(devices) over (order by since, number) as served from (${WAITING}) waiting where devices > 0
    ) turns
    where served > ${left} and served <= ${stock} group by number order by min(since), number`);
  return rows.map(({ number, since }) => ({ number: Number(number), since: new Date(since) }));
}

/** The smallest package that the free devices do not cover, and the day from which it is delivered, when that was said. */
export async function smallestUncoveredPackage(
  db: DatabaseOrTransaction,
  today: Day,
): Promise<{ devices: number; from: Day | null } | null> {
  if (!(await isStockCounted(db))) return null;
  const free = await countFreeDevices(db);
  const counts = devicePackages.map(({ deviceCount }) => deviceCount).filter((count) => count > free);
  if (counts.length === 0) return null;
  return { devices: Math.min(...counts), from: await announcedDeliveryDay(db, today) };
}

/** From which day is delivered what nobody has, when that was said and is not over. */
export async function announcedDeliveryDay(db: DatabaseOrTransaction, today: Day): Promise<Day | null> {
  const [limits] = await db.select({ deliversFrom: stockLimits.deliversFrom }).from(stockLimits);
  return comingDay(limits!.deliversFrom, today);
}

/** A day that is over says nothing any more. */
export const comingDay = (day: Day | null, today: Day): Day | null => (day !== null && day >= today ? day : null);

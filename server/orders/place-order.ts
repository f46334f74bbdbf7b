import { hash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Product } from '#domain/catalogue/catalogue.ts';
import type { AcceptedDocument } from '#domain/legal/versions.ts';
import type { Delivery } from '#domain/orders/contract.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database, Tx } from '../platform/db.ts';
import { gather } from '../platform/gather.ts';
import { oneForEach } from '../platform/one-for-each.ts';
import { orders } from './schema.ts';

export interface NewOrder {
  profileId: string;
  email: string;
  product: Product;
  delivery: Delivery;
  /** What the form says about the person, by column; remembered in the profile. */
  profile: Partial<Record<keyof typeof FORM, string | number | null>>;
  /** The document accepted with the order; `null` when the caller named no version. */
  acceptance: { document: AcceptedDocument; version: string } | null;
}

export interface PlacedOrder {
  id: string;
  number: number;
  email: string;
  delivery: Delivery;
  checkoutAttempt: number;
  /** `false`: the same order was there already, its payment page perhaps still open. */
  fresh: boolean;
}

interface Wish {
  actor: Actor;
  order: NewOrder;
}

/**
 * Writes the order as pending, the profile, the acceptance and the audit entry; or finds the order this one would repeat.
 * In a rush, orders that arrive together are written together (docs/decisions/052), one such write at a time: meanwhile
 * PostgreSQL is asked who the next buyers are.
 */
export const placeOrder = (db: Database, actor: Actor, order: NewOrder): Promise<PlacedOrder> =>
  writerOf(db)({ actor, order });

const writerOf = oneForEach((db: Database) => gather((wishes: Wish[]) => placeAll(db, wishes), { underWay: 1 }));

type Row = Pick<PlacedOrder, 'id' | 'email' | 'checkoutAttempt' | 'fresh'> & {
  wish: string;
  number: string;
  /** Of an order that was there before. */
  delivery: Delivery | null;
};

/** Of equal wishes the first is written, and the others find it. */
async function placeAll({ client }: Database, wishes: Wish[]): Promise<PlacedOrder[]> {
  const rows = wishes.map(columnsOf);
  const first = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (!first.has(wantOf(row))) first.set(wantOf(row), row);
  const placed = await client.unsafe<Row[]>(PLACE, [JSON.stringify([...first.values()])]);
  const byWish = new Map(placed.map((row) => [row.wish, row]));
  return rows.map((row) => {
    const written = first.get(wantOf(row))!;
    const { wish: _, ...found } = byWish.get(written.id)!;
    return {
      ...found,
      number: Number(found.number),
      delivery: found.delivery ?? written.delivery,
      fresh: found.fresh && row === written,
    };
  });
}

/** What the form says about the person, by column of the profile. */
const FORM = {
  first_name: 'text',
  last_name: 'text',
  phone: 'text',
  country: 'text',
  city: 'text',
  address: 'text',
  address_number: 'text',
  postal_code: 'text',
  company_name: 'text',
  pibfirme: 'bigint',
  mbfirme: 'bigint',
  'adresa firme': 'text',
} as const;
const form = (write: (column: string, type: string) => string) =>
  Object.entries(FORM)
    .map(([name, type]) => write(`"${name}"`, type))
    .join(', ');

/**
 * One statement, because it is the shop's busiest path: it is a transaction by itself, in one round trip. The unique index
 * on the checkout key makes a double click one order, whatever the timing. Rows are taken in one order everywhere, so that
 * several servers never wait for each other in a circle; of a person's forms that arrive together the last is remembered.
 * People are named by their ids besides being joined: of a JSON list PostgreSQL expects a hundred rows, and would read all
 * people to find ten.
 */
const PLACE = `
  with wish as (
    select * from jsonb_to_recordset($1::text::jsonb) as w(
      n int, id uuid, profile_id uuid, email text, kind text, product_name text, amount int, currency text, delivery jsonb,
      document text, terms_version text, checkout_key text, actor text, actor_email text, ip text, request_id uuid,
      ${form((column, type) => `${column} ${type}`)})
  ),
  placed as (
    insert into orders (id, profile_id, email, kind, product_name, amount, currency, delivery, terms_version, checkout_key)
    select id, profile_id, email, kind, product_name, amount, currency, delivery, terms_version, checkout_key
    from wish order by profile_id, checkout_key
    on conflict (profile_id, checkout_key) where checkout_key is not null do update set updated_at = now()
    returning id, number, profile_id, checkout_key, email, delivery, checkout_attempt
  ),
  new as (select wish.*, placed.number from wish join placed using (id)),
  form as (
    select distinct on (profile_id) profile_id, ${form((column) => column)} from new order by profile_id, n desc
  ),
  stale as materialized (
    select f.* from form f join profiles p on p.id = f.profile_id
    where p.id = any(array(select profile_id from form)) and (${form((column) => `p.${column}`)})
      is distinct from (${form((column) => `coalesce(f.${column}, p.${column})`)})
    order by p.id for no key update of p
  ),
  remembered as (
    update profiles p set ${form((column) => `${column} = coalesce(f.${column}, p.${column})`)}
    from stale f where p.id = f.profile_id and p.id = any(array(select profile_id from stale))
  ),
  accepted as (
    insert into acceptances (user_id, email, document, version, occasion)
    select profile_id, email, document, terms_version, 'order ' || number from new where terms_version is not null
  ),
  noted as (
    insert into audit_log (actor, actor_email, ip, request_id, action, subject_kind, subject_id, after)
    select actor, actor_email, ip, request_id, 'orders.placed', 'order', id::text,
           jsonb_build_object('number', number, 'productName', product_name, 'amount', amount)
    from new
  )
  select w.id as wish, p.id, p.number, p.email, p.checkout_attempt as "checkoutAttempt", p.id = w.id as fresh,
         case when p.id <> w.id then p.delivery end as delivery
  from wish w join placed p using (profile_id, checkout_key)`;

const columnsOf = ({ actor, order }: Wish, n: number) => ({
  n,
  id: randomUUID(),
  profile_id: order.profileId,
  email: order.email,
  kind: order.product.kind,
  product_name: order.product.name,
  amount: order.product.price.amount,
  currency: order.product.price.currency,
  delivery: order.delivery,
  document: order.acceptance?.document,
  terms_version: order.acceptance?.version,
  checkout_key: checkoutKeyOf(order.product, order.delivery),
  actor: actor.id,
  actor_email: actor.email,
  ip: actor.ip,
  request_id: actor.requestId,
  ...order.profile,
});

/** Who wants what: equal ones are one order. */
const wantOf = (row: ReturnType<typeof columnsOf>) => `${row.profile_id} ${row.checkout_key}`;

/** A subscription is the same while the package is; anything else while every word of it is. */
function checkoutKeyOf(product: Product, delivery: Delivery): string {
  if (product.kind === 'package') return `package:${product.name}`;
  const words = Object.entries(delivery).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([product.name, words]), 'base64url');
}

/** An order whose checkout expired or failed. Only a pending one: what was paid stays paid. */
export async function cancelOrder(tx: Tx, actor: Actor, id: string): Promise<void> {
  const [row] = await tx
    .update(orders)
    .set({ status: 'cancelled', checkoutKey: null })
    .where(and(eq(orders.id, id), eq(orders.status, 'pending')))
    .returning({ number: orders.number });
  if (!row) return;
  await record(tx, actor, {
    action: 'orders.cancelled',
    on: { kind: 'order', id },
    before: { status: 'pending' },
    after: { status: 'cancelled' },
  });
}

/** The payment page is done with, the money is still under way: the same thing may be ordered again. */
export async function closeCheckout(tx: Tx, id: string): Promise<void> {
  await tx.update(orders).set({ checkoutKey: null }).where(eq(orders.id, id));
}

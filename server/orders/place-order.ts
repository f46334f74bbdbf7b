import { createHash } from 'node:crypto';
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
  profile: Record<string, string | number | null>;
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
 * In a rush, orders that arrive together are written together (docs/decisions/052).
 */
export const placeOrder = (db: Database, actor: Actor, order: NewOrder): Promise<PlacedOrder> =>
  writerOf(db)({ actor, order });

const writerOf = oneForEach((db: Database) => gather((wishes: Wish[]) => placeAll(db, wishes)));

/**
 * One statement, because it is the shop's busiest path: it is a transaction by itself, in one round trip. The unique index
 * on the checkout key makes a double click one order, whatever the timing. Rows are taken in one order everywhere, so that
 * several servers never wait for each other in a circle; of a person's forms that arrive together the last is remembered.
 */
async function placeAll({ client }: Database, wishes: Wish[]): Promise<PlacedOrder[]> {
  const rows = await client<(PlacedOrder & { number: string })[]>`
    with wish as (
      select w.* from jsonb_to_recordset(${JSON.stringify(wishes.map(columnsOf))}::text::jsonb) as w(
        n int, profile_id uuid, email text, kind text, product_name text, amount int, currency text, delivery jsonb,
        document text, terms_version text, checkout_key text, profile jsonb,
        actor text, actor_email text, ip text, request_id uuid)
    ),
    first as (select distinct on (profile_id, checkout_key) * from wish order by profile_id, checkout_key, n),
    placed as (
      insert into orders (profile_id, email, kind, product_name, amount, currency, delivery, terms_version, checkout_key)
      select profile_id, email, kind, product_name, amount, currency, delivery, terms_version, checkout_key
      from first order by profile_id, checkout_key
      on conflict (profile_id, checkout_key) where checkout_key is not null do update set updated_at = now()
      returning id, number, profile_id, checkout_key, email, delivery, checkout_attempt, xmax = 0 as fresh
    ),
    new as (
      select f.*, p.id, p.number from first f join placed p using (profile_id, checkout_key) where p.fresh
    ),
    form as (
      select distinct on (new.profile_id) new.profile_id, f.*
      from new, jsonb_to_record(new.profile) as f(
        first_name text, last_name text, phone text, country text, city text, address text, address_number text,
        postal_code text, company_name text, pibfirme bigint, mbfirme bigint, "adresa firme" text)
      order by new.profile_id, new.n desc
    ),
    stale as materialized (
      select p.id from profiles p join form f on f.profile_id = p.id
      where not to_jsonb(p) @> jsonb_strip_nulls(to_jsonb(f) - 'profile_id') order by p.id for no key update of p
    ),
    remembered as (
      update profiles p set
        first_name = coalesce(f.first_name, p.first_name),
        last_name = coalesce(f.last_name, p.last_name),
        phone = coalesce(f.phone, p.phone),
        country = coalesce(f.country, p.country),
        city = coalesce(f.city, p.city),
        address = coalesce(f.address, p.address),
        address_number = coalesce(f.address_number, p.address_number),
        postal_code = coalesce(f.postal_code, p.postal_code),
        company_name = coalesce(f.company_name, p.company_name),
        pibfirme = coalesce(f.pibfirme, p.pibfirme),
        mbfirme = coalesce(f.mbfirme, p.mbfirme),
        "adresa firme" = coalesce(f."adresa firme", p."adresa firme")
      from form f join stale s on s.id = f.profile_id
      where p.id = f.profile_id
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
    select p.id, p.number, p.email, p.delivery, p.checkout_attempt as "checkoutAttempt", p.fresh and f.n = w.n as fresh
    from wish w
    join first f using (profile_id, checkout_key)
    join placed p using (profile_id, checkout_key)
    order by w.n`;
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

const columnsOf = ({ actor, order }: Wish, n: number) => ({
  n,
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
  profile: order.profile,
  actor: actor.id,
  actor_email: actor.email,
  ip: actor.ip,
  request_id: actor.requestId,
});

/** A subscription is the same while the package is; anything else while every word of it is. */
function checkoutKeyOf(product: Product, delivery: Delivery): string {
  if (product.kind === 'package') return `package:${product.name}`;
  const words = Object.entries(delivery).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([product.name, words]))
    .digest('base64url');
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

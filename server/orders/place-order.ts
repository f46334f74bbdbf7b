import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Product } from '#domain/catalogue/catalogue.ts';
import type { AcceptedDocument } from '#domain/legal/versions.ts';
import type { Delivery } from '#domain/orders/contract.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database, Tx } from '../platform/db.ts';
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

/**
 * Writes the order as pending, the profile, the acceptance and the audit entry; or finds the order this one would repeat.
 * One statement, because it is the shop's busiest path: it is a transaction by itself, in one round trip. The unique index
 * on the checkout key makes a double click one order, whatever the timing.
 */
export async function placeOrder({ client }: Database, actor: Actor, order: NewOrder): Promise<PlacedOrder> {
  const { product, profileId, email, delivery, profile, acceptance } = order;
  const [row] = await client<(PlacedOrder & { number: string })[]>`
    with placed as (
      insert into orders (profile_id, email, kind, product_name, amount, currency, delivery, terms_version, checkout_key)
      values (${profileId}, ${email}, ${product.kind}, ${product.name}, ${product.price.amount}, ${product.price.currency},
              ${JSON.stringify(delivery)}::jsonb, ${acceptance?.version ?? null}, ${checkoutKeyOf(product, delivery)})
      on conflict (profile_id, checkout_key) where checkout_key is not null do update set updated_at = now()
      returning id, number, email, delivery, checkout_attempt, xmax = 0 as fresh
    ),
    form as (
      select * from jsonb_to_record(${JSON.stringify(profile)}::jsonb) as f(
        first_name text, last_name text, phone text, country text, city text, address text, address_number text,
        postal_code text, company_name text, pibfirme bigint, mbfirme bigint, "adresa firme" text)
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
      from placed, form f
      where placed.fresh and p.id = ${profileId} and not to_jsonb(p) @> jsonb_strip_nulls(to_jsonb(f))
    ),
    accepted as (
      insert into acceptances (user_id, email, document, version, occasion)
      select ${profileId}::uuid, ${email}, a.document, a.version, 'order ' || placed.number
      from placed, (values (${acceptance?.document ?? null}, ${acceptance?.version ?? null})) as a(document, version)
      where placed.fresh and a.version is not null
    ),
    noted as (
      insert into audit_log (actor, actor_email, ip, request_id, action, subject_kind, subject_id, after)
      select ${actor.id}, ${actor.email ?? null}, ${actor.ip ?? null}, ${actor.requestId ?? null}::uuid, 'orders.placed', 'order',
             placed.id, jsonb_build_object('number', placed.number, 'productName', ${product.name}::text,
                                           'amount', ${product.price.amount}::int)
      from placed where placed.fresh
    )
    select id, number, email, delivery, checkout_attempt as "checkoutAttempt", fresh from placed`;
  return { ...row!, number: Number(row!.number) };
}

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

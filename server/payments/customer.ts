import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import { profiles } from '../accounts/schema.ts';
import type { Database } from '../platform/db.ts';

/** The account's one Stripe customer; made on the first company purchase, also under a double click. */
export async function customerOf(
  { db, stripe }: { db: Database; stripe: Stripe },
  person: { id: string; email: string; customerId: string | null },
  companyName: string | null,
): Promise<string> {
  if (person.customerId) return person.customerId;
  const params = { email: person.email, name: companyName ?? person.email, metadata: { profile_id: person.id } };
  const words = createHash('sha256').update(JSON.stringify(params)).digest('base64url').slice(0, 16);
  const customer = await stripe.customers.create(params, { idempotencyKey: `customer:${person.id}:${words}` });
  const [mine] = await db
    .update(profiles)
    .set({ stripeCustomerId: customer.id })
    .where(and(eq(profiles.id, person.id), isNull(profiles.stripeCustomerId)))
    .returning({ id: profiles.stripeCustomerId });
  if (mine) return customer.id;
  const [earlier] = await db.select({ id: profiles.stripeCustomerId }).from(profiles).where(eq(profiles.id, person.id));
  return earlier?.id ?? customer.id;
}

import { and, eq, isNull } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import type { BilledCompany } from './gateway.ts';

/**
 * The account's one customer at the payment provider, with the company as it was typed last: its invoices name it. Made on the
 * first company purchase, also under a double click.
 */
export async function ensureCustomer(
  { db, payments }: Pick<Dependencies, 'db' | 'payments'>,
  person: { id: string; customerId: string | null },
  company: BilledCompany,
): Promise<string> {
  const { id: profileId } = person;
  if (person.customerId) {
    await payments.updateCustomer(person.customerId, company);
    return person.customerId;
  }
  const customerId = await payments.createCustomer({ profileId, ...company });
  const [mine] = await db
    .update(profiles)
    .set({ paymentCustomerId: customerId })
    .where(and(eq(profiles.id, profileId), isNull(profiles.paymentCustomerId)))
    .returning({ id: profiles.paymentCustomerId });
  if (mine) return customerId;
  const [earlier] = await db
    .select({ id: profiles.paymentCustomerId })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  return earlier?.id ?? customerId;
}

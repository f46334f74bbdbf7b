import { and, eq, isNull } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';

/** The account's one customer at the payment provider; made on the first company purchase, also under a double click. */
export async function customerOf(
  { db, payments }: Pick<Dependencies, 'db' | 'payments'>,
  person: { id: string; email: string; customerId: string | null },
  companyName: string | null,
): Promise<string> {
  if (person.customerId) return person.customerId;
  const { id: profileId, email } = person;
  const customerId = await payments.createCustomer({ profileId, email, name: companyName ?? email });
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

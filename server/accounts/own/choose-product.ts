import { eq } from 'drizzle-orm';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { pages } from '#domain/pages.ts';
import { lineName } from '#domain/payments/copy.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { lockPerson } from '../lock-person.ts';
import { profiles } from '../schema.ts';

/** Keeps what the person is about to buy; a name that the catalogue does not know is no choice. */
export async function chooseProduct(tx: Tx, actor: Actor, id: string, wanted: string | null): Promise<string | null> {
  const chosenProduct = productNamed(wanted ?? '')?.name ?? null;
  const person = await lockPerson(tx, id);
  if (!person || person.chosenProduct === chosenProduct) return chosenProduct;
  await tx.update(profiles).set({ chosenProduct }).where(eq(profiles.id, id));
  await record(tx, actor, {
    action: 'accounts.product-chosen',
    on: { kind: 'profile', id },
    before: { chosenProduct: person.chosenProduct },
    after: { chosenProduct },
  });
  return chosenProduct;
}

/** Where the mail of an approval leads: signing in, and on to what was chosen. */
export function linkAfterApproval(
  publicUrl: string,
  chosenProduct: string | null,
): { link: string; chosen: string | null } {
  const product = productNamed(chosenProduct ?? '');
  const next = product ? `?${new URLSearchParams({ next: purchasePath(product) })}` : '';
  return { link: `${publicUrl}${pages.auth.path}${next}`, chosen: product ? lineName(product) : null };
}

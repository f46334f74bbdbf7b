import { eq } from 'drizzle-orm';
import type { LegalEntity } from '#domain/books/accounts.ts';
import { refuse } from '#domain/refuse.ts';
import { paymentParts } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { requireNoPayout } from '../payouts/pay-part.ts';
import { postPartEntries } from './post-reservation-entries.ts';

/** Money owed back was given back, or was not after all. Said twice, the first time counts. */
export async function setOwedMoneyReturned(
  deps: Dependencies,
  actor: Actor,
  { id, returned, entities }: { id: string; returned: boolean; entities: readonly LegalEntity[] },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [part] = await tx.select().from(paymentParts).where(eq(paymentParts.id, id)).for('update');
    if (!part || !entities.includes(part.entity) || (part.state !== 'owed' && part.state !== 'returned'))
      throw refuse('OWED_MONEY_GONE');
    if ((part.state === 'returned') === returned) return;
    await requireNoPayout(tx, id);
    const change = returned
      ? { state: 'returned' as const, returnedAt: deps.now(), returnedBy: actor.email ?? actor.id }
      : { state: 'owed' as const, returnedAt: null, returnedBy: null };
    await tx.update(paymentParts).set(change).where(eq(paymentParts.id, id));
    await postPartEntries(tx, deps.now(), eq(paymentParts.id, id));
    await record(tx, actor, {
      action: returned ? 'bank.money-returned' : 'bank.return-taken-back',
      on: { kind: 'payment part', id },
      after: { amount: part.amount, currency: part.currency },
    });
  });
}

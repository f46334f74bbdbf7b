import { eq } from 'drizzle-orm';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { lockPerson } from '../lock-person.ts';
import { profiles } from '../schema.ts';

/** Writes the agreement with its moment, or takes it back; what is so already stays as it is. */
export async function chooseNews(
  tx: Tx,
  { now }: Pick<Dependencies, 'now'>,
  actor: Actor,
  id: string,
  agreed: boolean,
): Promise<Date | null> {
  const person = await lockPerson(tx, id);
  const before = person?.newsAgreedAt ?? null;
  if (!person || (before !== null) === agreed) return before;
  const newsAgreedAt = agreed ? now() : null;
  await tx.update(profiles).set({ newsAgreedAt }).where(eq(profiles.id, id));
  await record(tx, actor, {
    action: 'accounts.news-chosen',
    on: { kind: 'profile', id },
    before: { newsAgreedAt: before },
    after: { newsAgreedAt },
  });
  return newsAgreedAt;
}

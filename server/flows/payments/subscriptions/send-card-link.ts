import { eq } from 'drizzle-orm';
import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../../accounts/schema.ts';
import { ENDED_STATUSES } from '../../../advertising/schema.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { type Actor, record } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { lockSubscription } from './stop-subscription.ts';

/** Writes to whoever pays where another card is entered: their account, from where the provider's page opens. */
export async function sendCardLink(
  tx: Tx,
  deps: Pick<Dependencies, 'queue' | 'config' | 'payments'>,
  actor: Actor,
  { id, key }: { id: string; key: string },
): Promise<{ to: string }> {
  const { row } = await lockSubscription(tx, id);
  if (ENDED_STATUSES.includes(row.status)) throw refuse('SUBSCRIPTION_ENDED');
  const [payer] = row.profileId ? await tx.select().from(profiles).where(eq(profiles.id, row.profileId)) : [];
  if (!payer?.paymentCustomerId || payer.closedAt || !deps.payments.capabilities.portal)
    throw refuse('SUBSCRIPTION_WITHOUT_PORTAL');
  if (payer.blockedAt) throw refuse('SUBSCRIPTION_BLOCKED');
  const fresh = await queueMail(tx, deps.queue, {
    to: payer.email,
    profileId: payer.id,
    template: 'advertising.card-link',
    props: {
      packageName: row.packageName,
      amount: row.amount,
      currency: row.currency,
      failed: row.status === 'past_due' || row.status === 'unpaid',
      link: `${deps.config.publicUrl}${pages.account.path}#reklame`,
    },
    idempotencyKey: `advertising.card-link:${key}`,
  });
  if (fresh)
    await record(tx, actor, {
      action: 'advertising.card-link-sent',
      on: { kind: 'subscription', id },
      after: { package: row.packageName },
    });
  return { to: payer.email };
}

import { and, eq, isNull } from 'drizzle-orm';
import { profiles, staffDuties } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { announceToWebhooks } from '../platform/announce-to-webhooks.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { queueMails } from '../platform/mail/mail.ts';
import { stockDevices, stockIntakes, stockLimits } from './schema.ts';

/** Nothing is counted or limited before the first intake. */
export const isStockCounted = async (db: DatabaseOrTransaction): Promise<boolean> =>
  (await db.select({ number: stockIntakes.number }).from(stockIntakes).limit(1)).length > 0;

export const countDevicesInStock = (db: DatabaseOrTransaction): Promise<number> =>
  db.$count(stockDevices, eq(stockDevices.place, 'stock'));

/**
 * At the end of everything that moves devices or the limit: a mail for each time that stock falls below it, none while it stays there.
 * Holds the row of the limit, after the devices, so that of two who cross it at once one mails.
 */
export async function warnWhenStockIsLow(tx: Tx, deps: Dependencies): Promise<void> {
  const [limits] = await tx.select().from(stockLimits).for('update');
  const { warnBelow, isLow } = limits!;
  const left = await countDevicesInStock(tx);
  const low = left < warnBelow && (await isStockCounted(tx));
  if (low === isLow) return;
  await tx.update(stockLimits).set({ isLow: low });
  if (!low) return;
  await announceToWebhooks(tx, deps.now(), [{ type: 'stock.low', id: 'stock', version: deps.now().getTime() }]);
  await queueMails(
    tx,
    deps.queue,
    (await keepers(tx, deps)).map(({ id, email }) => ({
      to: email,
      profileId: id,
      template: 'stock.low' as const,
      props: { left, limit: warnBelow, link: `${deps.config.publicUrl}/admin/stock` },
    })),
  );
}

/** Whoever has the duty; while nobody has, the super-admin. */
async function keepers(tx: Tx, { config }: Dependencies) {
  const open = and(isNull(profiles.blockedAt), isNull(profiles.closedAt));
  const found = await tx
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .innerJoin(staffDuties, eq(staffDuties.profileId, profiles.id))
    .where(and(eq(staffDuties.duty, 'warehouse'), open));
  if (found.length > 0) return found;
  return tx
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.email, config.superAdmin.email), open));
}

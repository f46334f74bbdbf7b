import { eq } from 'drizzle-orm';
import { DAY_MS, daysLater, HOUR_MS } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { addEndpoint } from '../integrations/webhooks/endpoints.ts';
import { webhookEndpoints } from '../integrations/webhooks/schema.ts';
import type { Actor } from '../platform/audit.ts';
import type { Client } from './client.ts';
import { idOf } from './seeded-random.ts';

const ADDRESS = 'https://knjigovodstvo.primer.example/vidik';

/**
 * Two programs of others: the bookkeeper's reads invoices with a key and was told of them, until it no longer answered and was switched
 * off. Nothing is sent from a demonstration to an address that nobody has.
 */
export async function connectPrograms(deps: Dependencies, staff: Client, desk: Actor): Promise<void> {
  const { db, now } = deps;
  const endsOn = daysLater(dayOf(now()), 180);
  const none = { networks: [], endsOn };
  const { keys } = staff.integrations;
  await keys.make({ ...none, id: idOf('key books'), name: 'Knjigovodstvo', duties: ['accounting'], writes: false });
  await keys.make({ ...none, id: idOf('key warehouse'), name: 'Magacin', duties: ['warehouse'], writes: true });
  const id = idOf('webhook books');
  const posts = { ...deps.posts, problem: async () => null };
  const made = new Date(now().getTime() - 20 * DAY_MS);
  await addEndpoint({ ...deps, posts, now: () => made }, desk, null, {
    id,
    url: ADDRESS,
    events: ['order.*', 'document.*'],
  });
  await db
    .update(webhookEndpoints)
    .set({
      state: 'off',
      failingSince: new Date(now().getTime() - 5 * DAY_MS),
      offAt: new Date(now().getTime() - 2 * DAY_MS + HOUR_MS),
    })
    .where(eq(webhookEndpoints.id, id));
}

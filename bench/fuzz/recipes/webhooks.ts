import { randomUUID } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../../server/integrations/webhooks/schema.ts';
import { newSecret } from '../../../server/integrations/webhooks/secrets.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Recipe } from './recipe.ts';

/** Nobody listens there. */
const URL = 'http://127.0.0.1:9/';

async function endpoint({ db, tokens }: FuzzContext) {
  const id = randomUUID();
  const { columns } = newSecret({ tokens, now: () => new Date() }, id);
  // Of what happens in the run nothing is about these.
  const made = { id, url: URL, events: ['stock.low'], madeBy: randomUUID(), madeAt: new Date() };
  await db.insert(webhookEndpoints).values({ ...made, ...columns });
  return { id };
}

async function delivery(context: FuzzContext) {
  const { id: endpointId } = await endpoint(context);
  const what = { type: 'stock.low', objectKind: 'stock', objectId: 'stock', objectVersion: 1, changed: [] };
  const [event] = await context.db
    .insert(webhookEvents)
    .values({ ...what, at: new Date() })
    .returning();
  const attempt = { endpointId, eventId: event!.id, number: 1, step: null, madeAt: new Date(), dueAt: new Date() };
  const [row] = await context.db.insert(webhookDeliveries).values(attempt).returning();
  return { id: row!.id };
}

const withEndpoint: Recipe = async (context) => ({ params: await endpoint(context) });
const withDelivery: Recipe = async (context) => ({ params: await delivery(context) });

export const webhookRecipes: Record<string, Recipe> = {
  'integrations.webhooks.add': async ({ db }, random) => {
    // There is room for some only, and those of other operations are asked for at once.
    const old = lt(webhookEndpoints.madeAt, new Date(Date.now() - 60_000));
    await db.update(webhookEndpoints).set({ state: 'removed', offAt: null }).where(old);
    return { body: { id: random.uuid(), url: URL, events: ['stock.low'] } };
  },
  'integrations.webhooks.change': async (context) => ({
    params: await endpoint(context),
    body: { version: 1, url: `${URL}?${randomUUID()}`, events: ['stock.low'] },
  }),
  'integrations.webhooks.rotate': async (context, random) => ({
    params: await endpoint(context),
    body: { version: 1, key: random.uuid() },
  }),
  'integrations.webhooks.endOldSecret': withEndpoint,
  'integrations.webhooks.test': withEndpoint,
  'integrations.webhooks.switchOn': withEndpoint,
  'integrations.webhooks.tryNow': withEndpoint,
  'integrations.webhooks.deliveries': withEndpoint,
  'integrations.webhooks.delivery': withDelivery,
  'integrations.webhooks.resend': withDelivery,
};

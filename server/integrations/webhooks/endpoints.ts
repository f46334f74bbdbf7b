import { eq, ne, sql } from 'drizzle-orm';
import { MOST_ENDPOINTS } from '#domain/integrations/webhooks/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { lockOpenSessionShared, type OpenSession } from '../../auth/sessions/lock-with-session.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { TargetProblem } from '../../platform/typed-address/target.ts';
import { HEALTHY_ENDPOINT_FIELDS, makeWaitingDeliveriesDue } from './attempt.ts';
import { webhookEndpoints } from './schema.ts';
import { existingEndpointCondition, newSecret, readSecret } from './secrets.ts';

interface Wanted {
  id: string;
  url: string;
  events: string[];
}

const REFUSALS = {
  malformed: 'WEBHOOK_NO_ADDRESS',
  scheme: 'WEBHOOK_NOT_HTTPS',
  private: 'WEBHOOK_PRIVATE',
  unknown: 'WEBHOOK_UNKNOWN_NAME',
} as const satisfies Record<TargetProblem, string>;

/** Looked up before any transaction: a name server may take its time. What is sent later is checked again. */
async function refuseBadTarget({ posts }: Dependencies, url: string): Promise<void> {
  const problem = await posts.problem(url);
  if (problem) throw refuse(REFUSALS[problem]);
}

/**
 * The same form again answers with the same secret, while its maker may still be waiting for the first answer. With another address or
 * other events it is refused: which of the two is the later one cannot be told.
 */
export async function addEndpoint(
  deps: Dependencies,
  actor: Actor,
  /** `null`: the seed, which has no session. */
  person: OpenSession | null,
  wanted: Wanted,
): Promise<{ secret: string }> {
  await refuseBadTarget(deps, wanted.url);
  const add = deps.db.transaction(
    async (tx) => {
      if (person) await lockOpenSessionShared(tx, person);
      const [known] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, wanted.id));
      if (known) {
        if (known.state === 'removed' || known.madeBy !== actor.id) throw refuse('NOT_FOUND');
        const isSame = known.url === wanted.url && known.events.join() === wanted.events.join();
        if (!isSame || known.version !== 1) throw refuse('WEBHOOK_ADDED');
        return { secret: readSecret(deps, known) };
      }
      if ((await tx.$count(webhookEndpoints, ne(webhookEndpoints.state, 'removed'))) >= MOST_ENDPOINTS)
        throw refuse('WEBHOOK_LIMIT', { most: MOST_ENDPOINTS });
      const { secret, columns } = newSecret(deps, wanted.id);
      await tx.insert(webhookEndpoints).values({ ...wanted, ...columns, madeBy: actor.id, madeAt: deps.now() });
      await record(tx, actor, {
        action: 'integrations.webhook-added',
        on: { kind: 'webhook', id: wanted.id },
        after: { url: wanted.url, events: wanted.events },
      });
      return { secret };
    },
    { lock: ['webhooks.add', 'all'] },
  );
  return add;
}

export async function changeEndpoint(
  deps: Dependencies,
  actor: Actor,
  person: OpenSession,
  { id, version, url, events }: Wanted & { version: number },
): Promise<{ version: number }> {
  await refuseBadTarget(deps, url);
  return deps.db.transaction(async (tx) => {
    await lockOpenSessionShared(tx, person);
    const [before] = await tx.select().from(webhookEndpoints).where(existingEndpointCondition(id)).for('no key update');
    if (!before) throw refuse('WEBHOOK_GONE');
    const isSame = before.url === url && before.events.join() === events.join();
    if (isSame) return { version: before.version };
    if (before.version !== version) throw refuse('WEBHOOK_CHANGED');
    // What somewhere else has not taken is no reason to wait here.
    const goesOn = before.pausedUntil !== null && before.url !== url;
    if (goesOn) await makeWaitingDeliveriesDue(tx, id);
    await tx
      .update(webhookEndpoints)
      .set({ url, events, version: version + 1, ...(goesOn ? HEALTHY_ENDPOINT_FIELDS : {}) })
      .where(eq(webhookEndpoints.id, id));
    await record(tx, actor, {
      action: 'integrations.webhook-changed',
      on: { kind: 'webhook', id },
      before: { url: before.url, events: before.events },
      after: { url, events },
    });
    return { version: version + 1 };
  });
}

/** Told nothing more from this moment on. Its secrets go at once, the row with what was sent there. */
export const removeEndpoint = (deps: Dependencies, actor: Actor, id: string): Promise<{ removed: true }> =>
  deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(webhookEndpoints).where(existingEndpointCondition(id)).for('no key update');
    if (!before) return { removed: true };
    const nothing = { oldSecret: null, oldSecretEnding: null, oldSecretUntil: null, secret: Buffer.alloc(0) };
    await tx
      .update(webhookEndpoints)
      .set({
        ...nothing,
        state: 'removed',
        offAt: null,
        pausedUntil: null,
        version: sql`${webhookEndpoints.version} + 1`,
      })
      .where(eq(webhookEndpoints.id, id));
    await record(tx, actor, {
      action: 'integrations.webhook-removed',
      on: { kind: 'webhook', id },
      before: { url: before.url, events: before.events },
    });
    return { removed: true };
  });

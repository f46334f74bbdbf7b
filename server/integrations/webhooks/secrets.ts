import { randomBytes } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { OLD_SECRET_MS } from '#domain/integrations/webhooks/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { decryptSecret, encryptSecret } from '../../auth/factors/totp.ts';
import { lockOpenSessionShared, type OpenSession } from '../../auth/sessions/lock-with-session.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { webhookEndpoints } from './schema.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** A multiple of three, so that its text ends without padding. */
const BYTES = 36;

/** A new secret as receivers are given it, and the columns that keep it. */
export function newSecret({ tokens, now }: Pick<Dependencies, 'tokens' | 'now'>, endpointId: string) {
  const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
  const sealed = encryptSecret(tokens, sealedFor(endpointId), secret);
  return { secret, columns: { secret: sealed, secretEnding: secret.slice(-4), secretSince: now() } };
}

const sealedFor = (endpointId: string) => `webhook:${endpointId}`;

export const readSecret = ({ tokens }: Pick<Dependencies, 'tokens'>, { id, secret }: EndpointRow): string =>
  decryptSecret(tokens, sealedFor(id), secret);

/** One signature for each secret that counts, the newest first. */
export function sign(
  deps: Pick<Dependencies, 'tokens'>,
  endpoint: EndpointRow,
  { id, body, at }: { id: string; body: string; at: Date },
): string {
  const { oldSecret, oldSecretUntil } = endpoint;
  const old = oldSecret && oldSecretUntil! > at ? [decryptSecret(deps.tokens, sealedFor(endpoint.id), oldSecret)] : [];
  return [readSecret(deps, endpoint), ...old].map((secret) => new Webhook(secret).sign(id, at, body)).join(' ');
}

/**
 * Replaces the secret. The one before signs for another day; within that day it is the newer one that is replaced, so that a receiver
 * that knows only the oldest never loses it by somebody's second try. With the key of the newest replacement it is that one again, for
 * whoever asked for it and may have lost the answer.
 */
export const rotateSecret = (
  deps: Dependencies,
  actor: Actor,
  person: OpenSession,
  { id, version, key }: { id: string; version: number; key?: string | undefined },
): Promise<{ secret: string }> =>
  deps.db.transaction(async (tx) => {
    await lockOpenSessionShared(tx, person);
    const [row] = await tx.select().from(webhookEndpoints).where(existingEndpointCondition(id)).for('no key update');
    if (!row) throw refuse('WEBHOOK_GONE');
    if (key && (await isReplacedBy(tx, actor, row, key))) return { secret: readSecret(deps, row) };
    if (row.version !== version) throw refuse('WEBHOOK_CHANGED');
    const now = deps.now();
    const { secret, columns } = newSecret(deps, id);
    const bothCount = row.oldSecretUntil !== null && row.oldSecretUntil > now;
    await tx
      .update(webhookEndpoints)
      .set({
        ...columns,
        ...(bothCount ? {} : { oldSecret: row.secret, oldSecretEnding: row.secretEnding }),
        oldSecretUntil: new Date(now.getTime() + OLD_SECRET_MS),
        version: sql`${webhookEndpoints.version} + 1`,
      })
      .where(eq(webhookEndpoints.id, id));
    await record(tx, actor, {
      action: 'integrations.webhook-secret-replaced',
      on: { kind: 'webhook', id },
      before: { ending: row.secretEnding },
      after: { ending: columns.secretEnding, ...(key ? { replacement: key } : {}) },
    });
    return { secret };
  });

/** Whether the secret that counts is of the replacement that this person asked for with this key. The caller holds the address. */
async function isReplacedBy(tx: Tx, actor: Actor, { id, secretEnding }: EndpointRow, key: string): Promise<boolean> {
  const [last] = await tx
    .select({ actor: auditLog.actor, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'integrations.webhook-secret-replaced')))
    .orderBy(desc(auditLog.id))
    .limit(1);
  const { ending, replacement } = (last?.after ?? {}) as { ending?: string; replacement?: string };
  return last?.actor === actor.id && replacement === key && ending === secretEnding;
}

export const endOldSecret = (deps: Dependencies, actor: Actor, id: string): Promise<{ ended: true }> =>
  deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(webhookEndpoints).where(existingEndpointCondition(id)).for('no key update');
    if (!row) throw refuse('WEBHOOK_GONE');
    if (row.oldSecret === null) return { ended: true };
    await tx
      .update(webhookEndpoints)
      .set({ oldSecret: null, oldSecretEnding: null, oldSecretUntil: null })
      .where(eq(webhookEndpoints.id, id));
    await record(tx, actor, {
      action: 'integrations.webhook-old-secret-ended',
      on: { kind: 'webhook', id },
      before: { ending: row.oldSecretEnding },
    });
    return { ended: true };
  });

export const existingEndpointCondition = (id: string) =>
  and(eq(webhookEndpoints.id, id), sql`${webhookEndpoints.state} <> 'removed'`);

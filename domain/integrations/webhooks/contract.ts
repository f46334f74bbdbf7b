import { oc } from '@orpc/contract';
import * as z from 'zod';
import { proofRefusals } from '../../auth/proof.ts';
import { DOCUMENT_KINDS } from '../../documents/kinds.ts';
import { refusals } from '../../errors.ts';
import { Cursor, Id } from '../../shapes.ts';
import {
  DELIVERY_STATES,
  ENDPOINT_STATES,
  MAX_URL,
  MOST_ENDPOINTS,
  OUTCOMES,
  PATTERNS,
  tidyPatterns,
} from './rules.ts';

/**
 * Addresses of other programs that are told what happened, signed as Standard Webhooks says. An event is written in the transaction that
 * causes it, sent until the address takes it, for three days, and kept for thirty; it may come more than once, always with the same id.
 */
const tag = { tags: ['integrations'] };

const DeliveryState = z.enum(DELIVERY_STATES);
const Outcome = z.enum(OUTCOMES);

const Url = z.string().trim().min(1).max(MAX_URL);
const Events = z
  .array(z.enum(PATTERNS as [string, ...string[]]))
  .min(1)
  .transform(tidyPatterns);

/** The last characters of a secret, by which it is recognised, and since when it signs. */
const Secret = z.object({ ending: z.string(), since: z.date() });

/** One attempt. `status`, `ms` and `reason` are missing while it waits, and `status` where nothing was answered. */
const WebhookAttempt = z.object({
  state: DeliveryState,
  outcome: Outcome.nullable(),
  status: z.int().nullable(),
  ms: z.int().nullable(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(ENDPOINT_STATES),
  /** Grows with every change: whoever changes an older one is refused. */
  version: z.int(),
  madeAt: z.date(),
  madeBy: z.string().nullable(),
  secret: Secret,
  /** Signs too, until then. */
  oldSecret: z.object({ ending: z.string(), until: z.date() }).nullable(),
  /** Since when nothing is taken; `null`: the last one was. */
  failingSince: z.date().nullable(),
  offAt: z.date().nullable(),
  /** After several failures in a row everything waits until then; then one delivery is tried. */
  pausedUntil: z.date().nullable(),
  /** Whom the mail went to when it was switched off. */
  toldTo: z.string().nullable(),
  last: WebhookAttempt.extend({ at: z.date() }).nullable(),
  /** When it is tried again. */
  nextAt: z.date().nullable(),
  /** Events that it has not taken and that are still to be sent. */
  waiting: z.int(),
  /** Of those of the last thirty days: attempts that were taken, that wait and that were not taken. */
  counts: z.record(DeliveryState, z.int()),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const WebhookDelivery = WebhookAttempt.extend({
  id: z.int(),
  /** When it was sent; of one that waits, when it began to. */
  at: z.date(),
  type: z.string(),
  object: z.object({ kind: z.string(), id: z.string(), document: z.enum(DOCUMENT_KINDS).nullable() }),
  /** Which attempt of this event it is. */
  number: z.int(),
  /** The beginning of the answer, or the name of the network's error. */
  answer: z.string(),
  dueAt: z.date(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Which = z.object({ id: Id });
/** It may come in an address. */
const DeliveryId = z.object({ id: z.coerce.number().pipe(z.int().positive()) });
const gone = { WEBHOOK_GONE: { status: 404 } } as const;
const changed = { WEBHOOK_CHANGED: {} } as const;
const badTarget = {
  WEBHOOK_NOT_HTTPS: {},
  WEBHOOK_PRIVATE: {},
  WEBHOOK_UNKNOWN_NAME: {},
  WEBHOOK_NO_ADDRESS: {},
} as const;
const Shown = z.object({ secret: z.string() });

export const webhooks = {
  list: oc.route({ method: 'GET', path: '/admin/webhooks', ...tag }).output(z.array(WebhookEndpoint)),
  /** `id` is the form's own: sent twice, it is one address, and never another one. Only now is the secret shown. */
  add: oc
    .route({ method: 'POST', path: '/admin/webhooks', ...tag })
    .input(z.object({ id: Id, url: Url, events: Events }))
    .output(Shown)
    .errors(
      refusals({
        ...badTarget,
        WEBHOOK_ADDED: {},
        WEBHOOK_LIMIT: { data: z.object({ most: z.literal(MOST_ENDPOINTS) }) },
        ...proofRefusals,
      }),
    ),
  change: oc
    .route({ method: 'PUT', path: '/admin/webhooks/{id}', ...tag })
    .input(Which.extend({ version: z.int(), url: Url, events: Events }))
    .output(z.object({ version: z.int() }))
    .errors(refusals({ ...badTarget, ...gone, ...changed, ...proofRefusals })),
  /** With everything that was to be sent there. What is gone already is done. */
  remove: oc
    .route({ method: 'DELETE', path: '/admin/webhooks/{id}', ...tag })
    .input(Which)
    .output(z.object({ removed: z.literal(true) })),
  /**
   * A new secret, shown only now. The one before signs for another day; replaced within it, it is the new one that goes. `key` is the
   * question's own: sent twice by the same person it is one replacement, with one secret.
   */
  rotate: oc
    .route({ method: 'POST', path: '/admin/webhooks/{id}/secret', ...tag })
    .input(Which.extend({ version: z.int(), key: Id.optional() }))
    .output(Shown)
    .errors(refusals({ ...gone, ...changed, ...proofRefusals })),
  /** The old secret signs no more, from now on. */
  endOldSecret: oc
    .route({ method: 'DELETE', path: '/admin/webhooks/{id}/old-secret', ...tag })
    .input(Which)
    .output(z.object({ ended: z.literal(true) }))
    .errors(refusals(gone)),
  /** Sends a probe at once and says what was answered; one that an address does not take is not sent again. */
  test: oc
    .route({ method: 'POST', path: '/admin/webhooks/{id}/test', ...tag })
    .input(Which)
    .output(WebhookAttempt)
    .errors(refusals(gone)),
  /** Sends a probe first: an address that does not take it stays switched off. */
  switchOn: oc
    .route({ method: 'POST', path: '/admin/webhooks/{id}/switch-on', ...tag })
    .input(Which)
    .output(z.object({ on: z.boolean(), probe: WebhookAttempt }))
    .errors(refusals(gone)),
  /** Ends the pause of an address: one delivery is tried at once. `attempt` is `null` where there is no pause, or nothing to try. */
  tryNow: oc
    .route({ method: 'POST', path: '/admin/webhooks/{id}/try-now', ...tag })
    .input(Which)
    .output(z.object({ attempt: WebhookAttempt.nullable() }))
    .errors(refusals(gone)),
  /** Newest first. */
  deliveries: oc
    .route({ method: 'GET', path: '/admin/webhooks/{id}/deliveries', ...tag })
    .input(Which.extend({ state: DeliveryState.optional(), after: Cursor.optional() }))
    .output(z.object({ rows: z.array(WebhookDelivery), next: z.string().nullable() }))
    .errors(refusals(gone)),
  /** What was sent, to the letter, and what was answered. */
  delivery: oc
    .route({ method: 'GET', path: '/admin/webhook-deliveries/{id}', ...tag })
    .input(DeliveryId)
    .output(WebhookDelivery.extend({ headers: z.record(z.string(), z.string()), body: z.string() }))
    .errors(refusals(gone)),
  /** The same event with the same id once more, at once. Where another one is being sent there just now, it waits for its turn. */
  resend: oc
    .route({ method: 'POST', path: '/admin/webhook-deliveries/{id}/resend', ...tag })
    .input(DeliveryId)
    .output(WebhookAttempt)
    .errors(refusals(gone)),
};

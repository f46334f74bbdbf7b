import { oc } from '@orpc/contract';
import * as z from 'zod';
import { proofRefusals } from '../../auth/proof.ts';
import { refusals } from '../../errors.ts';
import { Day, Id, plainLine } from '../../shapes.ts';
import { isNetwork } from './networks.ts';
import { keySentences } from './refusals-copy.ts';
import { KEY_DUTIES, KEY_NAME_MAX, KEY_NETWORKS_MAX, KEY_STATES } from './rules.ts';

/**
 * Keys of other programs. A key does what its duties allow, as long as whoever made it may do the same; it is shown once, ends on a day,
 * and is revoked at once. It approves registrations where its duties do; what no key does, docs/api.md lists.
 */
const tag = { tags: ['integrations'] };

const Duties = z
  .array(z.enum(KEY_DUTIES))
  .min(1, keySentences.noDuty)
  .refine((duties) => new Set(duties).size === duties.length);
const Networks = z
  .array(z.string().trim())
  .max(KEY_NETWORKS_MAX)
  .superRefine((networks, check) => {
    for (const [index, network] of networks.entries())
      if (!isNetwork(network))
        check.addIssue({ code: 'custom', path: [index], message: keySentences.noNetwork(index + 1) });
  });

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  duties: z.array(z.enum(KEY_DUTIES)),
  /** Duties that whoever made it does not have any more; with them nothing can be done. */
  lostDuties: z.array(z.enum(KEY_DUTIES)),
  /** Otherwise it only reads. */
  writes: z.boolean(),
  /** Empty: every network. */
  networks: z.array(z.string()),
  endsOn: Day,
  state: z.enum(KEY_STATES),
  /** The last four signs: all that is known of it. */
  ending: z.string(),
  madeAt: z.date(),
  /** `null` when the account is gone. */
  madeBy: z.string().nullable(),
  lastUsedAt: z.date().nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: z.date().nullable(),
  revokedBy: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewKey = z.object({
  /** Made by the screen: sent twice it is one key, and the secret of the last answer is the one that works. */
  id: Id,
  name: plainLine(KEY_NAME_MAX).min(1),
  duties: Duties,
  writes: z.boolean(),
  networks: Networks,
  endsOn: Day,
});
export type NewKey = z.infer<typeof NewKey>;

export const keys = {
  /** Valid ones first; those that ended or were revoked within a year last. */
  list: oc.route({ method: 'GET', path: '/admin/keys', ...tag }).output(z.array(ApiKey)),
  export: oc.route({ method: 'GET', path: '/admin/keys/export', ...tag }).output(z.file()),
  make: oc
    .route({ method: 'POST', path: '/admin/keys', ...tag })
    .input(NewKey)
    .output(z.object({ key: ApiKey, secret: z.string() }))
    .errors(
      refusals({
        KEY_NAME_TAKEN: {},
        KEY_GONE: { status: 404 },
        /** The end is in the past, or more than a year away. */
        KEY_END_WRONG: { data: z.object({ last: Day }) },
        /** Whoever makes it does not have that duty themselves. */
        KEY_DUTY_MISSING: { status: 403 },
        ...proofRefusals,
      }),
    ),
  /** At once, for good. Again it is the same. */
  revoke: oc
    .route({ method: 'POST', path: '/admin/keys/{id}/revoke', ...tag })
    .input(z.object({ id: Id }))
    .output(ApiKey)
    .errors(refusals({ KEY_GONE: { status: 404 } })),
};

import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Id } from '../shapes.ts';
import { CHANGE_KINDS } from './changes.ts';
import { proofRefusals } from './proof.ts';

const ChangeFacts = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  factorId: z.string().optional(),
  by: z.enum(['staff', 'wait']).optional(),
});

const changeFields = {
  kind: z.enum(CHANGE_KINDS),
  about: ChangeFacts,
  at: z.date(),
  dueAt: z.date().nullable(),
  undoEndsAt: z.date(),
};

export const AccountChange = z.object({
  id: Id,
  ...changeFields,
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Never the whole address. */
  network: z.string().nullable(),
  outcome: z.enum(['undone', 'kept', 'called off', 'done']).nullable(),
  undoable: z.boolean(),
  /** The owner has not yet said whether it was them. */
  asks: z.boolean(),
});
export type AccountChange = z.infer<typeof AccountChange>;

const tag = { tags: ['accounts'] };
const GONE = { CHANGE_GONE: { status: 404 } } as const;
const LINK = { CHANGE_LINK_DEAD: { status: 404 }, CHANGE_LINK_OLD: { status: 410 } } as const;
const token = z.object({ token: z.string().min(20).max(100) });

/** The caller's own, signed in. */
export const ownChanges = {
  /** Newest first. */
  list: oc.route({ method: 'GET', path: '/me/changes', ...tag }).output(z.array(AccountChange)),
  /** „That was me“ on the page: it asks no more. The mailed link stays good, because a thief could press this too. */
  seen: oc
    .route({ method: 'POST', path: '/me/changes/{id}/seen', ...tag })
    .input(z.object({ id: Id }))
    .output(z.object({ seen: z.literal(true) }))
    .errors(refusals(GONE)),
  undo: oc
    .route({ method: 'POST', path: '/me/changes/{id}/undo', ...tag })
    .input(z.object({ id: Id }))
    .output(z.object({ undone: z.literal(true) }))
    .errors(refusals({ ...GONE, ...proofRefusals, ADDRESS_TAKEN: {} })),
};

/** By the mailed link, without signing in. */
export const mailedChange = {
  look: oc
    .route({ method: 'POST', path: '/changes/look', ...tag })
    .input(token)
    .output(z.object({ ...changeFields, later: z.int() }))
    .errors(refusals(LINK)),
  /** `passwordToken` opens the page of the new password: whoever holds the link reads the mailbox. `null` for a blocked account. */
  undo: oc
    .route({ method: 'POST', path: '/changes/undo', ...tag })
    .input(token)
    .output(z.object({ undone: z.literal(true), passwordToken: z.string().nullable() }))
    .errors(refusals({ ...LINK, ADDRESS_TAKEN: {} })),
  /** „That was me after all“: the link is spent. */
  keep: oc
    .route({ method: 'POST', path: '/changes/keep', ...tag })
    .input(token)
    .output(z.object({ kept: z.literal(true) }))
    .errors(refusals(LINK)),
};

/**
 * Whoever lost the phone and the recovery codes, and came in by a recovery link: after a day of announced waiting the
 * second step goes. Any sign-in with the second step, and the link in the mail, call it off.
 */
export const secondStepRecovery = {
  state: oc
    .route({ method: 'GET', path: '/me/second-step/recovery', ...tag })
    .output(z.object({ dueAt: z.date().nullable() })),
  start: oc
    .route({ method: 'POST', path: '/me/second-step/recovery', ...tag })
    .output(z.object({ dueAt: z.date() }))
    .errors(refusals({ NO_SECOND_STEP: {}, RECOVERY_LINK_NEEDED: { status: 403 } })),
};

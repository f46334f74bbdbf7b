import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { accountHolder, anyone, freshProof, signedIn } from '../../access.ts';
import type { Context } from '../../context.ts';
import { reopenForUndo } from '../../flows/people/reopen-account.ts';
import { revokeKeys } from '../../flows/people/revoke-keys.ts';
import { voidHandOverCodes } from '../../flows/people/void-hand-over-codes.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { recoveryDueAt, startRecovery } from '../factors/second-step.ts';
import { accountChanges } from '../schema.ts';
import { lockWithSession } from '../sessions/lock-with-session.ts';
import { limitsFor } from '../sign-in/known-networks.ts';
import { originOf } from '../sign-in/origin.ts';
import { isUndoable, listChanges } from './changes.ts';
import { acknowledgeChange, changeOfLink, countLaterChanges, ownerOfChangeLink, undoChange } from './undo.ts';

const own = accountHolder.accounts.own.changes;
const mailed = anyone.accounts.changes;
const recovery = signedIn.accounts.own.secondStepRecovery;

export const ownChangesRouter = {
  list: own.list.handler(({ context: { deps, person } }) => listChanges(deps, person.id)),

  seen: own.seen.handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction(async (tx) => {
      const mine = and(eq(accountChanges.id, input.id), eq(accountChanges.userId, person.id));
      const [seen] = await tx.update(accountChanges).set({ seenAt: deps.now() }).where(mine).returning();
      if (!seen) throw refuse('CHANGE_GONE');
      await record(tx, actor, {
        action: 'accounts.change-seen',
        on: { kind: 'profile', id: person.id },
        after: { kind: seen.kind },
      });
      return { seen: true as const };
    }),
  ),

  undo: own.undo.use(freshProof).handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction(async (tx) => {
      await lockWithSession(tx, person);
      const mine = and(eq(accountChanges.id, input.id), eq(accountChanges.userId, person.id));
      const [change] = await tx.select().from(accountChanges).where(mine);
      const undone = change && isUndoable(change, deps.now()) ? await undoChange(tx, deps, actor, change) : null;
      if (!undone) throw refuse('CHANGE_GONE');
      await revokeKeys(tx, deps, actor, { userId: person.id, madeSince: change!.at });
      await voidHandOverCodes(tx, { userId: person.id, madeSince: change!.at });
      return { undone: true as const };
    }),
  ),
};

/** Whoever holds the link reads the mailbox: the link is the only key, and 256 bits are not guessed. */
export const mailedChangeRouter = {
  look: mailed.look.handler(async ({ context, input }) => {
    const { deps } = context;
    await countOpening(context, input.token);
    const change = await changeOfLink(deps.db, input.token, deps.now());
    return { ...change, later: await countLaterChanges(deps.db, change) };
  }),

  undo: mailed.undo.handler(async ({ context, input }) => {
    const { deps } = context;
    await countOpening(context, input.token);
    return deps.db.transaction(async (tx) => {
      const change = await changeOfLink(tx, input.token, deps.now());
      await reopenForUndo(tx, deps, visitorOf(context), change);
      const undone = await undoChange(tx, deps, visitorOf(context), change);
      if (!undone) throw refuse('CHANGE_LINK_DEAD');
      await revokeKeys(tx, deps, visitorOf(context), { userId: change.userId, madeSince: change.at });
      await voidHandOverCodes(tx, { userId: change.userId, madeSince: change.at });
      return { undone: true as const, ...undone };
    });
  }),

  keep: mailed.keep.handler(async ({ context, input }) => {
    const { deps } = context;
    await countOpening(context, input.token);
    return deps.db.transaction(async (tx) => {
      const change = await changeOfLink(tx, input.token, deps.now());
      await acknowledgeChange(tx, deps, visitorOf(context), change);
      return { kept: true as const };
    });
  }),
};

export const secondStepRecoveryRouter = {
  state: recovery.state.handler(async ({ context: { deps, person } }) => ({
    dueAt: await recoveryDueAt(deps.db, person.id),
  })),

  start: recovery.start.handler(async ({ context }) => {
    const { deps, actor, person } = context;
    if (!person.hasFactor || !person.owesSecondStep) throw refuse('NO_SECOND_STEP');
    const dueAt = await deps.db.transaction((tx) =>
      startRecovery(tx, deps, actor, { person, origin: originOf(context) }),
    );
    return { dueAt };
  }),
};

/** The wider networks are counted, too, unless the link's account knows this one: nobody elsewhere uses up its owner's openings. */
async function countOpening(context: Context, token: string): Promise<void> {
  const owner = await ownerOfChangeLink(context.deps.db, token);
  await (owner ? limitsFor(context, { userId: owner }) : context.limits.consumeForWiderNetworks());
}

const visitorOf = ({ ip, requestId }: Context): Actor => ({ id: 'visitor', ip, requestId });

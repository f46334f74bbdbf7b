import { UNDO_SECONDS } from '#domain/accounts/contract.ts';
import { signedIn, staff } from '../access.ts';
import { mailedChangeRouter } from '../auth/changes/changes-router.ts';
import { undoApproval } from '../flows/undo-approval.ts';
import { queueMails } from '../platform/mail/mail.ts';
import { approvalMail, approve } from './approve.ts';
import { describeMe } from './describe-me.ts';
import { ownRouter } from './own-router.ts';
import { peopleRouter } from './people-router.ts';
import { listRequests } from './registration-requests.ts';
import { reject } from './reject.ts';

/** A press in the last of the seconds still has to arrive. */
const LAST_MOMENT_SECONDS = 2;

export const accountsRouter = {
  me: signedIn.accounts.me.handler(({ context }) => describeMe(context.deps.config, context.person)),

  own: ownRouter,
  changes: mailedChangeRouter,

  admin: {
    people: peopleRouter,

    registrationRequests: staff('decide registrations').accounts.admin.registrationRequests.handler(
      ({ context: { deps } }) => listRequests(deps.db),
    ),

    approve: staff('decide registrations').accounts.admin.approve.handler(async ({ context: { deps, actor }, input }) =>
      deps.db.transaction(async (tx) => {
        const people = await approve(tx, actor, input.ids);
        await queueMails(
          tx,
          deps.queue,
          people.map(({ id, email }) => ({
            to: email,
            profileId: id,
            template: 'accounts.approved' as const,
            props: { email, link: `${deps.config.publicUrl}/auth` },
            idempotencyKey: approvalMail(id),
            held: UNDO_SECONDS + LAST_MOMENT_SECONDS,
          })),
        );
        return { approved: people.length, gone: without(input.ids, people) };
      }),
    ),

    undoApproval: staff('decide registrations').accounts.admin.undoApproval.handler(
      async ({ context: { deps, actor }, input }) =>
        deps.db.transaction(async (tx) => {
          const undone = await undoApproval(tx, deps, actor, input.ids);
          return {
            undone: undone.length,
            stayed: without(
              input.ids,
              undone.map((id) => ({ id })),
            ),
          };
        }),
    ),

    reject: staff('decide registrations').accounts.admin.reject.handler(async ({ context: { deps, actor }, input }) =>
      deps.db.transaction(async (tx) => {
        const people = await reject(tx, actor, { ...input, superAdminEmail: deps.config.superAdmin.email });
        await queueMails(
          tx,
          deps.queue,
          people.map(({ id, email }) => ({
            to: email,
            profileId: id,
            template: 'accounts.rejected' as const,
            props: { reason: input.reason },
            idempotencyKey: `accounts.rejected:${id}`,
          })),
        );
        return { deleted: people.length, gone: without(input.ids, people) };
      }),
    ),
  },
};

function without(ids: string[], done: { id: string }[]): string[] {
  const known = new Set(done.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

import { LAST_MOMENT_SECONDS, UNDO_SECONDS } from '#domain/undo.ts';
import { signedIn, staff } from '../access.ts';
import { mailedChangeRouter } from '../auth/changes/changes-router.ts';
import { undoApproval } from '../flows/people/undo-approval.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMails } from '../platform/mail/mail.ts';
import { linkAfterApproval } from './own/choose-product.ts';
import { describeMe } from './own/describe-me.ts';
import { ownRouter } from './own/own-router.ts';
import { peopleRouter } from './people/people-router.ts';
import { approvalMail, approve } from './requests/approve.ts';
import { listJustDecidedIds } from './requests/list-just-decided-ids.ts';
import { listRequests } from './requests/registration-requests.ts';
import { reject } from './requests/reject.ts';
import { staffRouter } from './staff/staff-router.ts';

export const accountsRouter = {
  me: signedIn.accounts.me.handler(({ context }) => describeMe(context.deps.config, context.person)),

  own: ownRouter,
  changes: mailedChangeRouter,

  admin: {
    people: peopleRouter,
    staff: staffRouter,

    registrationRequests: staff('decide registrations').accounts.admin.registrationRequests.handler(
      ({ context: { deps } }) => listRequests(deps.db),
    ),

    approve: staff('decide registrations').accounts.admin.approve.handler(async ({ context: { deps, actor }, input }) =>
      deps.db.transaction(async (tx) => {
        const people = await approve(tx, actor, input.ids);
        await queueMails(
          tx,
          deps.queue,
          people.map(({ id, email, chosenProduct }) => ({
            to: email,
            profileId: id,
            template: 'accounts.approved' as const,
            props: { email, ...linkAfterApproval(deps.config.publicUrl, chosenProduct) },
            idempotencyKey: approvalMail(id),
            held: UNDO_SECONDS + LAST_MOMENT_SECONDS,
          })),
        );
        const { done, others } = await settled(tx, actor, 'accounts.approved', input.ids, people);
        return { approved: done, gone: others };
      }),
    ),

    undoApproval: staff('decide registrations').accounts.admin.undoApproval.handler(
      async ({ context: { deps, actor }, input }) =>
        deps.db.transaction(async (tx) => {
          const undone = await undoApproval(tx, deps, actor, input.ids);
          const people = undone.map((id) => ({ id }));
          const { done, others } = await settled(tx, actor, 'accounts.approval-undone', input.ids, people);
          return { undone: done, stayed: others };
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
        const { done, others } = await settled(tx, actor, 'accounts.rejected', input.ids, people);
        return { deleted: done, gone: others };
      }),
    ),
  },
};

/** How many of the asked are as asked, by this request or by the same one a moment before, and which are not. */
async function settled(
  tx: Tx,
  actor: Actor,
  decision: Parameters<typeof listJustDecidedIds>[2],
  asked: string[],
  now: { id: string }[],
): Promise<{ done: number; others: string[] }> {
  const done = new Set(now.map(({ id }) => id));
  const rest = [...new Set(asked)].filter((id) => !done.has(id));
  const before = new Set(await listJustDecidedIds(tx, actor, decision, rest));
  return { done: done.size + before.size, others: rest.filter((id) => !before.has(id)) };
}

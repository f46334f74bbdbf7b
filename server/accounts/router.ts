import { signedIn, staff } from '../access.ts';
import { mailedChangeRouter } from '../auth/changes/changes-router.ts';
import { queueMail, queueMails } from '../platform/mail/mail.ts';
import { approve } from './approve.ts';
import { whereToGo } from './choose-product.ts';
import { describeMe } from './describe-me.ts';
import { ownRouter } from './own-router.ts';
import { peopleRouter } from './people-router.ts';
import { listRequests } from './registration-requests.ts';
import { reject } from './reject.ts';

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
          people.map(({ id, email, chosenProduct }) => ({
            to: email,
            profileId: id,
            template: 'accounts.approved' as const,
            props: { email, ...whereToGo(deps.config.publicUrl, chosenProduct) },
            idempotencyKey: `accounts.approved:${id}`,
          })),
        );
        return { approved: people.length };
      }),
    ),

    reject: staff('decide registrations').accounts.admin.reject.handler(async ({ context: { deps, actor }, input }) =>
      deps.db.transaction(async (tx) => {
        const gone = await reject(tx, actor, { ...input, superAdminEmail: deps.config.superAdmin.email });
        await queueMail(tx, deps.queue, {
          to: gone.email,
          profileId: input.id,
          template: 'accounts.rejected',
          props: { reason: input.reason },
          idempotencyKey: `accounts.rejected:${input.id}`,
        });
        return { deleted: true as const };
      }),
    ),
  },
};

import { signedIn, staff } from '../access.ts';
import { queueMail, queueMails } from '../platform/mail.ts';
import { approve } from './approve.ts';
import { describeMe } from './describe-me.ts';
import { ownRouter } from './own-router.ts';
import { peopleRouter } from './people-router.ts';
import { listRequests } from './registration-requests.ts';
import { reject } from './reject.ts';

export const accountsRouter = {
  me: signedIn.accounts.me.handler(({ context }) => describeMe(context.person)),

  own: ownRouter,

  admin: {
    people: peopleRouter,

    registrationRequests: staff('decide registrations').accounts.admin.registrationRequests.handler(
      ({ context: { edges } }) => listRequests(edges.db),
    ),

    approve: staff('decide registrations').accounts.admin.approve.handler(
      async ({ context: { edges, actor }, input }) =>
        edges.db.transaction(async (tx) => {
          const people = await approve(tx, actor, input.ids);
          await queueMails(
            tx,
            edges.queue,
            people.map(({ id, email }) => ({
              to: email,
              template: 'accounts.approved' as const,
              props: { email, link: `${edges.config.publicUrl}/auth` },
              onceKey: `accounts.approved:${id}`,
            })),
          );
          return { approved: people.length };
        }),
    ),

    reject: staff('decide registrations').accounts.admin.reject.handler(
      async ({ context: { edges, actor }, input, errors }) =>
        edges.db.transaction(async (tx) => {
          const gone = await reject(tx, actor, { ...input, superAdminEmail: edges.config.superAdmin.email });
          if (!gone) throw errors.REQUEST_GONE();
          await queueMail(tx, edges.queue, {
            to: gone.email,
            template: 'accounts.rejected',
            props: { reason: input.reason },
            onceKey: `accounts.rejected:${input.id}`,
          });
          return { deleted: true as const };
        }),
    ),
  },
};

import { and, eq } from 'drizzle-orm';
import { normaliseReferralCode } from '#domain/network/referral-code.ts';
import { memberName, NETWORK_ROOT } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { Id } from '#domain/shapes.ts';
import { accountHolder, anyone, member, staff } from '../access.ts';
import { profiles } from '../accounts/schema.ts';
import { blockInvites, moveMember } from '../flows/people/change-place.ts';
import { enrolByCode } from '../flows/people/enrol-by-code.ts';
import { ownerOfCode } from './code-owner.ts';
import { enrol } from './enrol.ts';
import { findPeople } from './find-people.ts';
import { memberCard } from './member-card.ts';
import { myDirect, myNetwork } from './my-network.ts';
import { treePart } from './tree-part.ts';
import { withNetworkLock } from './with-network-lock.ts';

export const networkRouter = {
  inviter: anyone.network.inviter.handler(async ({ context: { deps }, input }) => {
    const owner = await ownerOfCode(deps.db, input.code, deps.config.referralMaxDirect);
    if (typeof owner === 'string') throw refuse(owner);
    return { username: owner.username };
  }),

  enrollWithReferral: accountHolder.network.enrollWithReferral.handler(
    async ({ context: { deps, person, actor, requestId }, input }) => {
      const enrolled = await withNetworkLock(deps, requestId, (tx) =>
        enrolByCode(tx, deps, actor, person.id, input.p_ref),
      );
      if ('refusal' in enrolled) throw enrolled.refusal;
      return enrolled;
    },
  ),

  mine: member.network.mine.handler(({ context: { deps, person } }) =>
    myNetwork(deps.db, deps.config.publicUrl, deps.now(), person.profile),
  ),

  myDirect: member.network.myDirect.handler(({ context: { deps, person }, input }) =>
    myDirect(deps.db, person.profile, input.after),
  ),

  admin: {
    enrollRef: staff('manage network').network.admin.enrollRef.handler(
      async ({ context: { deps, actor, requestId }, input }) => {
        const { p_ref: code, p_user: userId } = input;
        if (!code?.trim() || !userId?.trim()) throw refuse('NETWORK_BOTH_NEEDED');
        return withNetworkLock(deps, requestId, async (tx) => {
          const known = Id.safeParse(userId.trim());
          const [user] = known.success ? await tx.select().from(profiles).where(eq(profiles.id, known.data)) : [];
          if (!user || user.blockedAt || user.closedAt) throw refuse('NETWORK_PERSON_GONE');
          const uplineCode = code.trim() === NETWORK_ROOT ? null : (normaliseReferralCode(code) ?? '');
          const [upline] =
            uplineCode === null
              ? []
              : await tx
                  .select()
                  .from(profiles)
                  .where(and(eq(profiles.referralCode, uplineCode), profiles.inTree));
          if (uplineCode !== null && user.referralCode === uplineCode) throw refuse('UPLINE_IS_SELF');
          if (uplineCode !== null && !upline) throw refuse('UPLINE_GONE');
          if (user.inTree) throw refuse('PERSON_ALREADY_IN_NETWORK');
          if (user.toBeRegistered) throw refuse('NETWORK_PERSON_WAITING');
          await enrol(tx, actor, { personId: user.id, uplineId: upline?.id ?? null, by: 'staff' });
          return {
            user: { id: user.id, name: memberName(user) },
            upline: upline ? { id: upline.id, name: memberName(upline) } : null,
          };
        });
      },
    ),

    people: staff('manage network').network.admin.people.handler(({ context: { deps }, input }) =>
      findPeople(deps.db, input.who, input.search),
    ),

    tree: staff('manage network').network.admin.tree.handler(async ({ context: { deps }, input }) => {
      const part = await treePart(deps.db, input);
      if (!part) throw refuse('NETWORK_PERSON_GONE');
      return part;
    }),

    member: staff('manage network').network.admin.member.handler(async ({ context: { deps }, input }) => {
      const card = await memberCard(deps.db, deps.config.publicUrl, deps.now(), input.id);
      if (!card) throw refuse('NETWORK_PERSON_GONE');
      return card;
    }),

    move: staff('manage network').network.admin.move.handler(
      async ({ context: { deps, actor, person, requestId }, input }) =>
        withNetworkLock(deps, requestId, async (tx) => ({
          moved: await moveMember(tx, deps, { actor, person }, input),
        })),
    ),

    blockInvites: staff('manage network').network.admin.blockInvites.handler(
      async ({ context: { deps, actor, person }, input }) =>
        deps.db.transaction(async (tx) => ({
          invitesBlocked: await blockInvites(tx, deps, { actor, person }, input),
        })),
    ),
  },
};

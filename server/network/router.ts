import { refuse } from '#domain/refuse.ts';
import { accountHolder, anyone, member, staff } from '../access.ts';
import { blockInvites, enrolPerson, moveMember } from '../flows/people/change-place.ts';
import { enrolByCode } from '../flows/people/enrol-by-code.ts';
import { ownerOfCode } from './code-owner.ts';
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
      async ({ context: { deps, actor, person, requestId }, input }) => {
        const [code, userId] = [input.p_ref?.trim(), input.p_user?.trim()];
        if (!code || !userId) throw refuse('NETWORK_BOTH_NEEDED');
        return withNetworkLock(deps, requestId, (tx) => enrolPerson(tx, deps, { actor, person }, { code, userId }));
      },
    ),

    people: staff('manage network').network.admin.people.handler(({ context: { deps, person }, input }) =>
      findPeople(deps, { ...input, touchesStaff: person.level === 'superAdmin' }),
    ),

    tree: staff('manage network').network.admin.tree.handler(async ({ context: { deps }, input }) => {
      const part = await treePart(deps.db, input);
      if (!part) throw refuse('NETWORK_PERSON_GONE');
      return part;
    }),

    member: staff('manage network').network.admin.member.handler(async ({ context: { deps }, input }) => {
      const card = await memberCard(deps, input.id);
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

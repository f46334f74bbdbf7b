import { and, eq } from 'drizzle-orm';
import { normaliseReferralCode } from '#domain/network/referral-code.ts';
import { memberName, TOP } from '#domain/network/rules.ts';
import { Id } from '#domain/shapes.ts';
import { anyone, member, staff } from '../access.ts';
import { profiles } from '../accounts/schema.ts';
import { record } from '../platform/audit.ts';
import { ownerOfCode } from './code-owner.ts';
import { enrol } from './enrol.ts';
import { findPeople } from './find-people.ts';
import { memberCard } from './member-card.ts';
import { move } from './move.ts';
import { myDirect, myNetwork } from './my-network.ts';
import { lookupThrottle } from './throttle.ts';
import { treePart } from './tree-part.ts';
import { writeNetwork } from './write-network.ts';

const waitForLookup = lookupThrottle();

export const networkRouter = {
  inviter: anyone.network.inviter.handler(async ({ context: { edges, ip }, input, errors }) => {
    const minutes = edges.config.rateLimits ? await waitForLookup(ip) : 0;
    if (minutes > 0) throw errors.TOO_MANY_LOOKUPS({ data: { minutes } });
    const owner = await ownerOfCode(edges.db, input.code, edges.config.referralMaxDirect);
    if (typeof owner === 'string') throw errors[owner]();
    return { username: owner.username };
  }),

  enrollWithReferral: member.network.enrollWithReferral.handler(
    async ({ context: { edges, person, actor, requestId }, input, errors }) =>
      writeNetwork(edges, requestId, errors.NETWORK_DATABASE_ERROR, async (tx) => {
        const [me] = await tx.select().from(profiles).where(eq(profiles.id, person.id));
        if (me!.referralCode !== null && normaliseReferralCode(input.p_ref) === me!.referralCode)
          throw errors.OWN_REFERRAL_CODE();
        if (me!.inTree) {
          const [inviter] = await tx
            .select()
            .from(profiles)
            .where(eq(profiles.id, me!.parentId ?? me!.id));
          throw errors.ALREADY_IN_NETWORK({ data: { inviter: me!.parentId ? inviter!.username : null } });
        }
        const owner = await ownerOfCode(tx, input.p_ref, edges.config.referralMaxDirect);
        if (typeof owner === 'string') throw errors[owner]();
        await enrol(tx, actor, { personId: person.id, uplineId: owner.id, by: 'referral' });
        return { username: owner.username };
      }),
  ),

  mine: member.network.mine.handler(({ context: { edges, person } }) =>
    myNetwork(edges.db, edges.config.publicUrl, person.profile),
  ),

  myDirect: member.network.myDirect.handler(({ context: { edges, person }, input }) =>
    myDirect(edges.db, person.profile, input.after),
  ),

  admin: {
    enrollRef: staff('manage network').network.admin.enrollRef.handler(
      async ({ context: { edges, actor, requestId }, input, errors }) => {
        const { p_ref: code, p_user: userId } = input;
        if (!code?.trim() || !userId?.trim()) throw errors.NETWORK_BOTH_NEEDED();
        return writeNetwork(edges, requestId, errors.NETWORK_DATABASE_ERROR, async (tx) => {
          const known = Id.safeParse(userId.trim());
          const [user] = known.success ? await tx.select().from(profiles).where(eq(profiles.id, known.data)) : [];
          if (!user || user.blockedAt || user.closedAt) throw errors.NETWORK_PERSON_GONE();
          const uplineCode = code.trim() === TOP ? null : (normaliseReferralCode(code) ?? '');
          const [upline] =
            uplineCode === null
              ? []
              : await tx
                  .select()
                  .from(profiles)
                  .where(and(eq(profiles.referralCode, uplineCode), profiles.inTree));
          if (uplineCode !== null && user.referralCode === uplineCode) throw errors.UPLINE_IS_SELF();
          if (uplineCode !== null && !upline) throw errors.UPLINE_GONE();
          if (user.inTree) throw errors.PERSON_ALREADY_IN_NETWORK();
          if (user.toBeRegistered) throw errors.NETWORK_PERSON_WAITING();
          await enrol(tx, actor, { personId: user.id, uplineId: upline?.id ?? null, by: 'staff' });
          return {
            user: { id: user.id, name: memberName(user) },
            upline: upline ? { id: upline.id, name: memberName(upline) } : null,
          };
        });
      },
    ),

    people: staff('manage network').network.admin.people.handler(({ context: { edges }, input }) =>
      findPeople(edges.db, input.who, input.search),
    ),

    tree: staff('manage network').network.admin.tree.handler(async ({ context: { edges }, input, errors }) => {
      const part = await treePart(edges.db, input);
      if (!part) throw errors.NETWORK_PERSON_GONE();
      return part;
    }),

    member: staff('manage network').network.admin.member.handler(async ({ context: { edges }, input, errors }) => {
      const card = await memberCard(edges.db, edges.config.publicUrl, input.id);
      if (!card) throw errors.NETWORK_PERSON_GONE();
      return card;
    }),

    move: staff('manage network').network.admin.move.handler(
      async ({ context: { edges, actor, requestId }, input, errors }) =>
        writeNetwork(edges, requestId, errors.NETWORK_DATABASE_ERROR, async (tx) => {
          const moved = await move(tx, actor, { memberId: input.id, uplineId: input.uplineId });
          if (typeof moved === 'string') throw errors[moved]();
          return { moved };
        }),
    ),

    blockInvites: staff('manage network').network.admin.blockInvites.handler(
      async ({ context: { edges, actor }, input: { id, blocked }, errors }) =>
        edges.db.transaction(async (tx) => {
          const [member] = await tx
            .select()
            .from(profiles)
            .where(and(eq(profiles.id, id), profiles.inTree))
            .for('update');
          if (!member) throw errors.NETWORK_PERSON_GONE();
          if ((member.invitesBlockedAt !== null) === blocked) return { invitesBlocked: blocked };
          await tx
            .update(profiles)
            .set({ invitesBlockedAt: blocked ? edges.now() : null })
            .where(eq(profiles.id, id));
          await record(tx, actor, {
            action: blocked ? 'network.invites-blocked' : 'network.invites-allowed',
            on: { kind: 'profile', id },
          });
          return { invitesBlocked: blocked };
        }),
    ),
  },
};

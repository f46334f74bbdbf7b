import { sql } from 'drizzle-orm';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import { type Recipe, rowOf, some } from './recipe.ts';

const IN_TREE = 'select id from profiles where network_level is not null limit 200';
const codeInTree = (context: FuzzContext, random: Random) =>
  some(context, random, 'select referral_code from profiles where network_level is not null limit 100');

export const networkRecipes: Record<string, Recipe> = {
  'network.inviter': async (context, random) => ({
    params: {
      code: await codeInTree(context, random),
    },
  }),
  'network.enrollWithReferral': async (context, random) => ({
    token: (await context.createPerson('member')).token,
    body: {
      p_ref: await codeInTree(context, random),
    },
  }),
  'network.admin.enrollRef': async (context, random) => ({
    body: {
      p_ref: await codeInTree(context, random),
      p_user: (await context.createPerson('member')).id,
    },
  }),
  'network.admin.tree': async (context, random) => ({
    query: { under: await some(context, random, IN_TREE), after: undefined },
  }),
  'network.admin.member': rowOf(IN_TREE),
  /** A new member without a downline, so that every other place is possible. */
  'network.admin.move': async (context, random, ask) => {
    const { id } = await context.createPerson('member');
    const admin = await context.createPerson('admin');
    const code = await codeInTree(context, random);
    await ask('POST', '/api/rpc/enroll_ref', admin.token, { p_ref: code, p_user: id });
    const [shown] = await context.ids(sql`select parent_id from profiles where id = ${id}`);
    return { params: { id }, body: { uplineId: await some(context, random, IN_TREE), shown } };
  },
  /** Those of staff are the super-admin's alone. */
  'network.admin.blockInvites': rowOf(
    'select id from profiles where network_level is not null and not is_admin limit 200',
  ),
};

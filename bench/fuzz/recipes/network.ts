import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import { type Recipe, rowOf, some } from './recipe.ts';

const IN_TREE = 'select id from profiles where network_level is not null limit 200';
const codeInTree = (world: World, random: Random) =>
  some(world, random, 'select referral_code from profiles where network_level is not null limit 100');

export const networkRecipes: Record<string, Recipe> = {
  'network.inviter': async (world, random) => ({
    params: {
      code: await codeInTree(world, random),
    },
  }),
  'network.enrollWithReferral': async (world, random) => ({
    token: (await world.made('member')).token,
    body: {
      p_ref: await codeInTree(world, random),
    },
  }),
  'network.admin.enrollRef': async (world, random) => ({
    body: {
      p_ref: await codeInTree(world, random),
      p_user: (await world.made('member')).id,
    },
  }),
  'network.admin.tree': async (world, random) => ({
    query: { under: await some(world, random, IN_TREE), after: undefined },
  }),
  'network.admin.member': rowOf(IN_TREE),
  'network.admin.move': async (world, random) => ({
    params: { id: await some(world, random, IN_TREE) },
    body: { uplineId: await some(world, random, IN_TREE) },
  }),
  'network.admin.blockInvites': rowOf(IN_TREE),
};

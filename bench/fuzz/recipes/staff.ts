import { DUTIES } from '../../../domain/access.ts';
import { type Recipe, withId } from './recipe.ts';

const freshMember: Recipe = async ({ createPerson }) => withId((await createPerson('member')).id);

/** Without security, which asks for a second step. */
const GIVEN = DUTIES.filter((duty) => duty !== 'security');

export const staffRecipes: Record<string, Recipe> = {
  'accounts.admin.staff.used': freshMember,
  'accounts.admin.staff.remind': freshMember,
  'accounts.admin.staff.save': async ({ createPerson }, random) => {
    const { id } = await createPerson('member');
    return { body: { reason: 'Nova smena', changes: [{ id, version: null, duties: [random.pick(GIVEN)] }] } };
  },
};

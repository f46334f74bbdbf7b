import { daysLater } from '../../../domain/day.ts';
import { KEY_DUTIES } from '../../../domain/integrations/keys/rules.ts';
import { dayOf } from '../../../domain/time.ts';
import type { Recipe } from './recipe.ts';

export const integrationRecipes: Record<string, Recipe> = {
  'integrations.keys.make': async (_shop, random) => {
    const id = crypto.randomUUID();
    const networks = random.pick([[], ['203.0.113.16/28'], ['2001:db8::/32', '198.51.100.7']]);
    const endsOn = daysLater(dayOf(new Date()), random.pick([0, 1, 30, 360]));
    return { body: { id, name: `Program ${id}`, duties: [random.pick(KEY_DUTIES)], writes: true, networks, endsOn } };
  },
};

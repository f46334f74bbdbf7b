import { randomBytes, randomUUID } from 'node:crypto';
import { daysLater } from '../../../domain/day.ts';
import { KEY_DUTIES } from '../../../domain/integrations/keys/rules.ts';
import { dayOf } from '../../../domain/time.ts';
import { apiKeys } from '../../../server/integrations/keys/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { type Recipe, withId } from './recipe.ts';

async function key({ db }: FuzzContext) {
  const id = randomUUID();
  const made = { name: `Program ${id}`, duties: ['sales' as const], writes: false, networks: [], endsOn: '2030-01-01' };
  await db.insert(apiKeys).values({ id, ...made, hash: randomBytes(32), ending: 'a1b2', madeAt: new Date() });
  return id;
}

export const integrationRecipes: Record<string, Recipe> = {
  'integrations.keys.revoke': async (context) => withId(await key(context)),
  'integrations.keys.make': async (_shop, random) => {
    const id = crypto.randomUUID();
    const networks = random.pick([[], ['203.0.113.16/28'], ['2001:db8::/32', '198.51.100.7']]);
    const endsOn = daysLater(dayOf(new Date()), random.pick([0, 1, 30, 360]));
    return { body: { id, name: `Program ${id}`, duties: [random.pick(KEY_DUTIES)], writes: true, networks, endsOn } };
  },
};

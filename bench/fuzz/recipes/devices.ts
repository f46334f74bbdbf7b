import { randomBytes, randomInt } from 'node:crypto';
import { devices } from '../../../server/devices/schema.ts';
import { fingerprint } from '../../../server/platform/secrets/fingerprint.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Ask, Recipe } from './recipe.ts';

const freshNumber = () => randomInt(100_000_000, 1_000_000_000);

interface Pairing {
  number: string;
  digits: string;
  secret: string;
}

/** A TV that shows its number. */
const begin = async (ask: Ask): Promise<Pairing> => {
  const { number, digits, secret } = (await ask('POST', '/api/tv/pairings', undefined)) as {
    number: number;
    digits: string;
    secret: string;
  };
  return { number: String(number), digits, secret };
};

const link = (ask: Ask, { number, digits }: Pairing, token: string) =>
  ask('POST', `/api/devices/pairings/${number}/link`, token, { digits });

async function ownDevice(context: FuzzContext) {
  const { id: profileId, token } = await context.createPerson('member');
  const [row] = await context.db
    .insert(devices)
    .values({ profileId, number: freshNumber(), name: 'TV' })
    .returning({ id: devices.id });
  return { token, params: { id: row!.id } };
}

/** The link in the mail about a TV linked a moment ago. */
const unlinkLink: Recipe = async (context) => {
  const { id: profileId } = await context.createPerson('member');
  const token = randomBytes(32).toString('base64url');
  await context.db
    .insert(devices)
    .values({ profileId, number: freshNumber(), name: 'TV', unlinkHash: fingerprint(token) });
  return { body: { token } };
};

export const deviceRecipes: Record<string, Recipe> = {
  'devices.look': async (_context, _random, ask) => ({ params: { number: (await begin(ask)).number } }),
  'devices.link': async (_context, random, ask) => {
    const { number, digits } = await begin(ask);
    return { params: { number }, body: random.chance(0.8) ? { digits } : {} };
  },
  'devices.rename': ownDevice,
  'devices.unlink': ownDevice,
  'playout.decline': async (context, random) => ({
    token: (await context.createPerson('member')).token,
    body: { all: random.pick([true, false]), categories: random.pick([[], ['alcohol'], ['betting', 'political']]) },
  }),
  'playout.setUp': async (context, random) => ({
    ...(await ownDevice(context)),
    body: random.chance(0.5) ? { region: 'NI', venue: 'household' } : { name: 'Kuhinja' },
  }),
  'devices.unlinkLink.look': unlinkLink,
  'devices.unlinkLink.use': unlinkLink,
  'devices.tv.wait': async (context, random, ask) => {
    const pairing = await begin(ask);
    if (random.chance(0.3)) await link(ask, pairing, (await context.createPerson('member')).token);
    return { params: { number: pairing.number }, token: pairing.secret };
  },
  'devices.tv.claim': async (context, _random, ask) => {
    const pairing = await begin(ask);
    await link(ask, pairing, (await context.createPerson('member')).token);
    return { params: { number: pairing.number }, token: pairing.secret };
  },
};

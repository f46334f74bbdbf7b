import { randomBytes, randomInt } from 'node:crypto';
import { devices } from '../../../server/devices/schema.ts';
import { licences, tvs } from '../../../server/playout/schema.ts';
import { tvBlocks, tvScreens, tvSuspicions } from '../../../server/playout/tvs/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { type Recipe, withId } from './recipe.ts';

const NETWORK = { network: Buffer.from('188.2'), networkLabel: '188.2.0.0' };

/** A linked TV in a café that nobody has seen yet, which says what it shows. */
async function tv({ createPerson, db }: FuzzContext): Promise<string> {
  const { id: profileId } = await createPerson('member');
  const number = 100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000);
  const [made] = await db.insert(devices).values({ profileId, number, name: 'Šank' }).returning({ id: devices.id });
  const tvId = made!.id;
  await db.insert(tvs).values({ tvId, region: 'NI', venue: 'cafe' });
  await db.insert(licences).values({ profileId, tvId, kind: 'grace' });
  const said = { seenAt: new Date(), version: 'abc1234', visible: true, width: 1920, height: 1080 };
  await db.insert(tvScreens).values({ tvId, ...said, ...NETWORK });
  return tvId;
}

export const tvRecipes: Record<string, Recipe> = {
  'tvs.admin.read': async (context) => withId(await tv(context)),
  'tvs.admin.block': async (context) => ({ ...withId(await tv(context)), body: { reason: 'Provera.' } }),
  'tvs.admin.unblock': async (context) => {
    const tvId = await tv(context);
    await context.db
      .insert(tvBlocks)
      .values({ tvId, blockedAt: new Date(), reason: 'Provera.', banners: 0, tvSeconds: 0 });
    return withId(tvId);
  },
  'tvs.admin.clear': async (context) => {
    const tvId = await tv(context);
    await context.db.insert(tvSuspicions).values({ tvId, kind: 'network', since: new Date(), figure: 3 });
    return { ...withId(tvId), body: { suspicion: 'network' } };
  },
  'tvs.admin.confirm': async (context, random) => ({
    ...withId(await tv(context)),
    body: { how: random.pick(['photo', 'visit', 'call']) },
  }),
  'tvs.admin.refuse': async (context) => ({ ...withId(await tv(context)), body: { reason: 'Na toj adresi je stan.' } }),
  'tvs.admin.move': async (context, random) => ({
    ...withId(await tv(context)),
    body: { region: random.pick(['BG', 'NS', 'NI']) },
  }),
  'tvs.admin.command': async (context, random) => ({
    ...withId(await tv(context)),
    body: { command: random.pick(['reload', 'relink']) },
  }),
  'tvs.admin.freeDevice': async ({ db }) => {
    const serial = `VDK-26-${String(randomInt(1_000_000)).padStart(6, '0')}`;
    await db.insert(licences).values({ kind: 'serial', serial, endsAt: new Date() }).onConflictDoNothing();
    return { body: { serial } };
  },
};

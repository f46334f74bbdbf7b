import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { specialPackage } from '../../../domain/catalogue/catalogue.ts';
import { DAY_MS, daysLater } from '../../../domain/day.ts';
import {
  EVERY_MINUTES,
  requestableMonths,
  SPECIAL_BUDGET,
  SPECIAL_PLACE_COUNT,
  SPECIAL_SCHEDULE,
} from '../../../domain/special/rules.ts';
import { dayOf } from '../../../domain/time.ts';
import { campaigns } from '../../../server/campaigns/schema.ts';
import { devices } from '../../../server/devices/schema.ts';
import { orders } from '../../../server/orders/schema.ts';
import { licences, tvs } from '../../../server/playout/schema.ts';
import { specialPlaces, specialRequests, specialRuns } from '../../../server/special/schema.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { type Recipe, withId } from './recipe.ts';

/** A special package that was paid. */
async function run({ createPerson, db }: FuzzContext) {
  const { id: profileId, email, token } = await createPerson('member');
  const [order] = await db
    .insert(orders)
    .values({
      profileId,
      email,
      kind: 'special',
      productName: specialPackage.name,
      amount: specialPackage.price.amount,
      status: 'paid',
      paymentState: 'paid',
      paidAt: new Date(),
    })
    .returning({ id: orders.id });
  const [made] = await db.insert(specialRuns).values({ orderId: order!.id, profileId }).returning();
  return { id: made!.id, profileId, token };
}

/** Linked TVs in cafés that somebody of ours saw, of one owner. */
async function cafes({ createPerson, db }: FuzzContext, count: number): Promise<string[]> {
  const { id: profileId } = await createPerson('member');
  const made: string[] = [];
  while (made.length < count) {
    const number = 100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000);
    const wanted = db.insert(devices).values({ profileId, number, name: 'Šank' });
    const [row] = await wanted.onConflictDoNothing({ target: devices.number }).returning({ id: devices.id });
    if (!row) continue;
    const tvId = row.id;
    await db.insert(tvs).values({ tvId, region: 'NI', venue: 'cafe', confirmedAt: new Date(), confirmedHow: 'visit' });
    await db.insert(licences).values({ profileId, tvId, kind: 'grace' });
    made.push(tvId);
  }
  return made;
}

const nextMonth = () => requestableMonths(dayOf(new Date()))[1]!;

/** A request that waits for an answer. */
async function request({ createPerson, db }: FuzzContext): Promise<string> {
  const { id: profileId } = await createPerson('member');
  const id = randomUUID();
  const words = { company: 'Pekara', contact: 'Ana 060 1234567', month: `${nextMonth()}-01` };
  await db.insert(specialRequests).values({ id, profileId, ...words, madeAt: new Date() });
  return id;
}

/** With that many places chosen. */
async function chosen(context: FuzzContext, count: number) {
  const one = await run(context);
  const places = await cafes(context, count);
  await context.db.insert(specialPlaces).values(places.map((tvId) => ({ runId: one.id, tvId, since: new Date() })));
  return { ...one, places };
}

export const specialRecipes: Record<string, Recipe> = {
  'special.own.request': async ({ createPerson }) => ({
    token: (await createPerson('member')).token,
    body: { id: randomUUID(), company: 'Pekara', contact: 'Ana 060 1234567', month: nextMonth(), message: '' },
  }),
  'special.admin.answer': async (context) => ({
    ...withId(await request(context)),
    body: { answer: 'Javljamo se čim bude dovoljno televizora.' },
  }),
  'special.admin.close': async (context) => withId(await request(context)),
  'special.own.begin': async (context) => {
    const { id, token } = await run(context);
    return { params: { run: id }, token, body: { id: randomUUID() } };
  },
  'special.admin.places': async (context) => withId((await run(context)).id),
  'special.admin.tvs': async (context) => withId((await run(context)).id),
  'special.admin.choose': async (context) => ({
    ...withId((await run(context)).id),
    body: { tvs: await cafes(context, 2) },
  }),
  'special.admin.remove': async (context) => {
    const { id, places } = await chosen(context, 1);
    return { params: { id, tv: places[0]! } };
  },
  'special.admin.replace': async (context) => {
    const { id, places } = await chosen(context, 1);
    return { params: { id, tv: places[0]! }, body: { by: (await cafes(context, 1))[0]! } };
  },
  'special.admin.start': async (context) => {
    const { id, profileId } = await chosen(context, SPECIAL_PLACE_COUNT);
    const [campaign] = await context.db
      .insert(campaigns)
      .values({
        profileId,
        name: 'Tople kifle',
        kind: 'banner',
        state: 'approved',
        pace: 'asap',
        everyMinutes: EVERY_MINUTES,
        schedule: [...SPECIAL_SCHEDULE],
        budget: SPECIAL_BUDGET,
        url: 'https://pekara.rs',
        startsAt: new Date(),
        endsAt: new Date(Date.now() + 30 * DAY_MS),
      })
      .returning({ id: campaigns.id });
    await context.db.update(specialRuns).set({ campaignId: campaign!.id }).where(eq(specialRuns.id, id));
    return { ...withId(id), body: { startsOn: daysLater(dayOf(new Date()), 2) } };
  },
};

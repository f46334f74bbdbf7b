import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { reservations } from '../../../server/events/schema.ts';
import { signToken } from '../../../server/events/ticket-token.ts';
import { camtFile } from '../../../server/test/statements.ts';
import type { World } from '../world.ts';
import { type Ask, type Recipe, some, withId } from './recipe.ts';

async function reservation(world: World): Promise<string> {
  const [row] = await world.db
    .insert(reservations)
    .values({
      year: new Date().getFullYear(),
      firstName: 'Jelena',
      lastName: 'Simić',
      email: `gost-${randomUUID()}@primer.rs`,
      phone: '+381641234567',
      country: 'RS',
      packageId: 'ticket-only',
      amount: 1_200_000,
      currency: 'RSD',
    })
    .returning({ id: reservations.id });
  return row!.id;
}

async function statementLine(world: World, ask: Ask): Promise<string> {
  const { token } = await world.made('admin');
  const mark = randomUUID();
  await ask('FILE', '/api/admin/event/statements', token, {
    name: 'izvod.xml',
    content: camtFile([{ amount: '12000.00', currency: 'RSD', purpose: mark }]),
  });
  const [id] = await world.ids(sql`select id from statement_lines where purpose = ${mark}`);
  return id ?? randomUUID();
}

async function reservationNumber(world: World): Promise<number> {
  const [row] = await world.db
    .select({ number: reservations.number })
    .from(reservations)
    .where(eq(reservations.id, await reservation(world)));
  return row!.number;
}

export const eventRecipes: Record<string, Recipe> = {
  'events.reserve': async (_world, random) => ({
    body: {
      key: random.uuid(),
      selectedCountry: 'RS',
      selectedPackage: 'ticket-only',
      personalInfo: {
        firstName: 'Jelena',
        lastName: 'Simić',
        email: `gost-${random.uuid()}@primer.rs`,
        phone: '064 123 4567',
      },
    },
  }),
  'events.ticket': async (world) => ({
    params: { token: signToken(world.deps, 'reservation', await reservation(world)) },
  }),
  'events.ticketPdf': async (world, random) => ({
    params: {
      token: signToken(world.deps, 'ticket', await some(world, random, 'select id from event_tickets limit 50')),
    },
  }),
  'events.admin.note': async (world) => withId(await reservation(world)),
  'events.admin.confirm': async (world) => withId(await reservation(world)),
  'events.admin.remove': async (world) => withId(await reservation(world)),
  'events.admin.checkIn': async (world, random) => ({
    body: {
      code: signToken(world.deps, 'ticket', await some(world, random, 'select id from event_tickets limit 200')),
    },
  }),
  'events.admin.statements.import': async () => ({
    body: {},
    file: { name: 'izvod.xml', content: camtFile([{ amount: '12.00', currency: 'RSD', purpose: randomUUID() }]) },
  }),
  'events.admin.statements.lines': async (world, random) => ({
    params: { importId: await some(world, random, 'select id from statement_imports') },
  }),
  'events.admin.statements.confirmExact': async (world, random) => ({
    params: { importId: await some(world, random, 'select id from statement_imports') },
  }),
  'events.admin.statements.confirmLine': async (world, _random, ask) => ({
    params: { id: await statementLine(world, ask) },
    body: { reservationNumber: await reservationNumber(world) },
  }),
  'events.admin.statements.dismissLine': async (world, _random, ask) => withId(await statementLine(world, ask)),
};

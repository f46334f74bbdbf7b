import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { reservations } from '../../../server/events/schema.ts';
import { signToken } from '../../../server/events/tickets/ticket-token.ts';
import { camtFile } from '../../../server/test/statements.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import { type Ask, type Recipe, some, withId } from './recipe.ts';

const GUEST = { firstName: 'Jelena', lastName: 'Simić', email: 'gost@primer.rs', phone: '+381641234567' };

async function ofStatement(context: FuzzContext, random: Parameters<typeof some>[1]) {
  return { params: { importId: await some(context, random, 'select id from statement_imports') } };
}

async function reservation(context: FuzzContext): Promise<string> {
  const [row] = await context.db
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

async function statementLine(context: FuzzContext, ask: Ask): Promise<string> {
  const { token } = await context.createPerson('admin');
  const mark = randomUUID();
  await ask('FILE', '/api/admin/bank/statements', token, {
    name: 'izvod.xml',
    content: camtFile([{ amount: '12000.00', currency: 'RSD', purpose: mark }]),
  });
  const [id] = await context.ids(sql`select id from statement_lines where purpose = ${mark}`);
  return id ?? randomUUID();
}

async function reservationNumber(context: FuzzContext): Promise<number> {
  const [row] = await context.db
    .select({ number: reservations.number })
    .from(reservations)
    .where(eq(reservations.id, await reservation(context)));
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
  'events.ticket': async (context) => ({
    params: { token: signToken(context.deps, 'reservation', await reservation(context)) },
  }),
  'events.ticketPdf': async (context, random) => ({
    params: {
      token: signToken(context.deps, 'ticket', await some(context, random, 'select id from event_tickets limit 50')),
    },
  }),
  'events.admin.notes.add': async (context, random) => ({
    ...withId(await reservation(context)),
    body: { key: random.uuid(), text: 'Zove u petak.' },
  }),
  'events.admin.notes.change': async (context, random) =>
    withId(await some(context, random, 'select id from reservation_notes limit 50')),
  'events.admin.notes.remove': async (context, random) =>
    withId(await some(context, random, 'select id from reservation_notes limit 50')),
  'events.admin.confirm': async (context) => withId(await reservation(context)),
  'events.admin.remove': async (context) => ({
    ...withId(await reservation(context)),
    body: { shown: { status: 'pending', arrived: 0 }, reason: 'Dupla rezervacija' },
  }),
  'events.admin.door.check': async (context, random) => ({
    body: {
      key: random.uuid(),
      code: signToken(context.deps, 'ticket', await some(context, random, 'select id from event_tickets limit 200')),
    },
  }),
  'events.admin.door.outcome': async (context, random) => ({
    params: { key: await some(context, random, 'select key as id from event_checks limit 200') },
  }),
  'events.admin.door.undo': async (context, random) => ({
    params: {
      key: await some(context, random, "select key as id from event_checks where verdict = 'valid' limit 200"),
    },
    body: { reason: 'Pogrešna osoba' },
  }),
  'events.admin.door.report': async (_context, random) => ({
    body: { device: random.uuid(), door: 'Glavni ulaz', waiting: 0 },
  }),
  'events.admin.sendAgain': async (context, random) => ({
    ...withId(await reservation(context)),
    body: { key: random.uuid() },
  }),
  'events.admin.correct': async (context) => ({
    ...withId(await reservation(context)),
    body: { shown: GUEST, guest: { ...GUEST, firstName: 'Jelisaveta' } },
  }),
  'bank.statements.import': async () => ({
    body: {},
    file: { name: 'izvod.xml', content: camtFile([{ amount: '12.00', currency: 'RSD', purpose: randomUUID() }]) },
  }),
  'bank.statements.sums': async (context, random) => ofStatement(context, random),
  'bank.statements.confirmExact': async (context, random) => ofStatement(context, random),
  'bank.lines.list': async (context, random) => ofStatement(context, random),
  'bank.lines.compare': async (context, _random, ask) => withId(await statementLine(context, ask)),
  'bank.lines.decide': async (context, _random, ask) => ({
    params: { id: await statementLine(context, ask) },
    body: { decision: 'part', reservationNumber: await reservationNumber(context), shown: 1_200_000 },
  }),
  'bank.lines.dismiss': async (context, _random, ask) => withId(await statementLine(context, ask)),
  'bank.lines.reopen': async (context, _random, ask) => withId(await statementLine(context, ask)),
  'bank.owed.mark': async (context, random) => ({
    ...withId(await some(context, random, "select id from payment_parts where state = 'owed'")),
    body: { returned: true },
  }),
};

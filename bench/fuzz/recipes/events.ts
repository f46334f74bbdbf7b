import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { DAY_MS, daysLater } from '../../../domain/day.ts';
import { firstDayOf } from '../../../domain/events/days.ts';
import { eventChanges, reservations } from '../../../server/events/schema.ts';
import { signToken } from '../../../server/events/tickets/ticket-token.ts';
import { camtFile } from '../../../server/test/statements.ts';
import type { FuzzContext } from '../fuzz-context.ts';
import type { Random } from '../random.ts';
import { type Ask, type Recipe, some, withId } from './recipe.ts';

async function ofStatement(context: FuzzContext, random: Random) {
  return { params: { importId: await some(context, random, 'select id from statement_imports') } };
}

const PRICE = 1_200_000;

export async function reservation(context: FuzzContext, values: Partial<typeof reservations.$inferInsert> = {}) {
  const [row] = await context.db
    .insert(reservations)
    .values({
      year: context.config.event.year,
      firstName: 'Jelena',
      lastName: 'Simić',
      email: `gost-${randomUUID()}@primer.rs`,
      phone: '+381641234567',
      country: 'RS',
      packageId: 'ticket-only',
      amount: PRICE,
      currency: 'RSD',
      ...values,
    })
    .returning();
  return row!;
}

/** A reservation that an administrator has confirmed. */
async function paidReservation(context: FuzzContext, ask: Ask, values: Partial<typeof reservations.$inferInsert> = {}) {
  const row = await reservation(context, values);
  const { token } = await context.createPerson('admin');
  await ask('POST', `/api/admin/event/reservations/${row.id}/confirm`, token, {});
  return row;
}

const linkTo = (context: FuzzContext, { linkId }: { linkId: string }) => signToken(context.deps, 'reservation', linkId);

/** The first place of that reservation as its page shows it. */
async function firstPlace(context: FuzzContext, ask: Ask, row: { linkId: string }) {
  const token = linkTo(context, row);
  const page = (await ask('GET', `/api/event/tickets/${token}`, undefined)) as {
    places: { position: number; firstName: string; lastName: string }[];
  };
  const { position, firstName, lastName } = page.places[0]!;
  return { params: { token, position }, shown: { firstName, lastName } };
}

const moved = new WeakMap<FuzzContext, Promise<string>>();
/** The event has been moved by a week, by a change with that id. */
function movedEvent(context: FuzzContext): Promise<string> {
  const { year } = context.config.event;
  const from = firstDayOf(context.config.event);
  const known = moved.get(context);
  if (known) return known;
  const change = context.db
    .insert(eventChanges)
    .values({
      id: randomUUID(),
      year,
      kind: 'moved',
      from,
      firstDay: daysLater(from, 7),
      reason: 'Hotel se renovira.',
      chooseUntil: new Date(`${from}T12:00:00Z`),
      madeAt: new Date(),
      madeBy: 'admin@vidik.example',
    })
    .returning({ id: eventChanges.id })
    .then(([row]) => row!.id);
  moved.set(context, change);
  return change;
}

/** A note, and whoever wrote it. */
async function ownNote(context: FuzzContext, ask: Ask) {
  const { token } = await context.createPerson('admin');
  const { id } = await reservation(context);
  const key = randomUUID();
  await ask('POST', `/api/admin/event/reservations/${id}/notes`, token, { key, text: 'Zove u petak.' });
  return { token, params: { id: key } };
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

export const eventRecipes: Record<string, Recipe> = {
  'events.reserve': async (_context, random) => ({
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
    params: { token: linkTo(context, await reservation(context)) },
  }),
  'events.places.name': async (context, _random, ask) => {
    const { params, shown } = await firstPlace(context, ask, await reservation(context));
    return { params, body: { shown, person: { firstName: 'Ana', lastName: 'Ilić' } } };
  },
  'events.places.give': async (context, random, ask) => {
    const { params, shown } = await firstPlace(context, ask, await paidReservation(context, ask));
    const person = { firstName: 'Ana', lastName: 'Ilić', email: `gost-${random.uuid()}@primer.rs` };
    return { params, body: { shown, person } };
  },
  'events.claim': async (context) => ({
    params: { token: linkTo(context, await reservation(context)) },
    body: {
      shown: null,
      claim: {
        companyName: 'Pekara na uglu',
        taxNumber: '100002887',
        registrationNumber: '17162543',
        address: 'Glavna 1, Beograd',
      },
    },
  }),
  'events.choose': async (context, random, ask) => {
    await movedEvent(context);
    const row = await paidReservation(context, ask, { createdAt: new Date(Date.now() - DAY_MS) });
    return { params: { token: linkTo(context, row) }, body: { choice: random.pick(['keep', 'refund']) } };
  },
  'events.ticketPdf': async (context, random) => ({
    params: {
      token: signToken(context.deps, 'ticket', await some(context, random, 'select id from event_tickets limit 50')),
    },
  }),
  'events.admin.notes.add': async (context, random) => ({
    ...withId((await reservation(context)).id),
    body: { key: random.uuid(), text: 'Zove u petak.' },
  }),
  'events.admin.notes.change': async (context, _random, ask) => ({
    ...(await ownNote(context, ask)),
    body: { shown: 'Zove u petak.', text: 'Zove u subotu.' },
  }),
  'events.admin.notes.remove': async (context, _random, ask) => ({
    ...(await ownNote(context, ask)),
    body: { shown: 'Zove u petak.' },
  }),
  'events.admin.details.save': async (context, _random, ask) => {
    const { token } = await context.createPerson('admin');
    const { version } = (await ask('GET', '/api/admin/event/details', token)) as { version: number };
    const landmarks = { bus: 'Stanica kod mola', road: 'Magistrala, skretanje za plažu', parking: 'Iza hotela' };
    const day = [{ time: '10:00', title: 'Otvaranje', about: '' }];
    return {
      body: {
        version,
        directions: { checkIn: 'Od 14 časova', roomsFrom: '14:00', phone: '+38267000000', landmarks },
        timetable: [day, day],
      },
    };
  },
  'events.admin.change.make': async (context) => ({
    body: {
      id: await movedEvent(context),
      kind: 'moved',
      firstDay: daysLater(firstDayOf(context.config.event), 7),
      chooseUntil: firstDayOf(context.config.event),
      reason: 'Hotel se renovira.',
      shown: { reservations: 0, money: [], mails: 0 },
    },
  }),
  'events.admin.confirm': async (context) => withId((await reservation(context)).id),
  'events.admin.remove': async (context) => ({
    ...withId((await reservation(context)).id),
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
    ...withId((await reservation(context)).id),
    body: { key: random.uuid() },
  }),
  'events.admin.correct': async (context) => {
    const { id, firstName, lastName, email, phone } = await reservation(context);
    const shown = { firstName, lastName, email, phone };
    return { params: { id }, body: { shown, guest: { ...shown, firstName: 'Jelisaveta' } } };
  },
  'bank.statements.import': async () => ({
    body: {},
    file: { name: 'izvod.xml', content: camtFile([{ amount: '12.00', currency: 'RSD', purpose: randomUUID() }]) },
  }),
  'bank.statements.sums': async (context, random) => ofStatement(context, random),
  'bank.lines.list': async (context, random) => ofStatement(context, random),
  'bank.lines.compare': async (context, _random, ask) => withId(await statementLine(context, ask)),
  'bank.lines.decide': async (context, _random, ask) => ({
    params: { id: await statementLine(context, ask) },
    body: { decision: 'confirm', reservationNumber: (await reservation(context)).number, shown: PRICE },
  }),
  'bank.lines.dismiss': async (context, _random, ask) => withId(await statementLine(context, ask)),
  'bank.lines.reopen': async (context, _random, ask) => withId(await statementLine(context, ask)),
  'bank.owed.mark': async (context, random, ask) => ({
    ...withId(
      await some(context, random, "select id from payment_parts where state in ('owed', 'returned')", async () => {
        const { token } = await context.createPerson('admin');
        const id = await statementLine(context, ask);
        await ask('POST', `/api/admin/bank/lines/${id}/decide`, token, {
          decision: 'return',
          reason: 'Nepoznat platilac',
        });
      }),
    ),
    body: { returned: true },
  }),
};

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { EventMails } from '#domain/events/mail.ts';
import { mailCopy } from '#domain/events/mail-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { camtFile } from '../../test/statements.ts';
import { eventEmails } from '../emails.tsx';
import { remindUnpaid } from '../jobs.ts';
import { reservations } from '../schema.ts';
import { notifyOfLapses } from './lapse.ts';

readStatementsPatiently();
const app = await testApp({ env: { EVENT_CAPACITY: 'apartment-package=9' } });
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db, deps } = app;
const organiser = call(app, await person(app, 'admin'));
const PRICE = 1_834_900;

/** A reservation of whose price a part has come by a statement, and what its decision answered. */
async function partOf(email: string) {
  const requested = newReservation({ selectedPackage: 'apartment-package', personalInfo: { email } });
  const { number, instructions } = await call(app).events.reserve(requested);
  const [row] = await db.select().from(reservations).where(eq(reservations.number, number));
  const { statements, lines } = organiser.bank;
  const payment = { amount: '10000.00', currency: 'RSD', reference: instructions.reference } as const;
  const answer = await statements.import({ file: new File([camtFile([payment])], 'izvod') });
  if (answer.kind !== 'imported') throw new Error('a mapping is wanted');
  const [line] = (await lines.list({ importId: answer.importId, all: true })).rows;
  const part = { id: line!.id, decision: 'part', shown: PRICE } as const;
  return { row, number, part, decide: () => lines.decide(part) };
}

test('whatever is mailed after a part has come asks for the rest alone, on the slip as in the code', async () => {
  const email = 'ostatak@primer.rs';
  const { row, number, decide } = await partOf(email);
  expect(await decide()).toEqual({ outcome: 'part', number });

  await organiser.events.admin.sendAgain({ id: row!.id, key: randomUUID() });
  app.clock.now = new Date('2027-05-05T10:00:00Z');
  expect(await remindUnpaid(deps)).toBe(1);
  app.clock.now = new Date('2027-05-07T10:00:00Z');
  expect(await notifyOfLapses(deps)).toBe(1);

  const sent = await db.select().from(mails).where(eq(mails.to, email)).orderBy(mails.number);
  const rest = formatMoneyExact({ amount: 834_900, currency: 'RSD' });
  for (const template of ['events.reserved', 'events.reminder', 'events.lapsing'] as const) {
    const { props } = sent.findLast((mail) => mail.template === template)!;
    const letter = await eventEmails[template](props as unknown as EventMails['events.reserved']);
    const said = JSON.stringify(letter.body);
    expect(letter.preview, template).toContain(rest);
    expect(said, template).toContain(JSON.stringify([mailCopy.labels.amount, rest]));
    expect(said, template).not.toContain('nije evidentirana');
    expect(props, template).toMatchObject({ instructions: { qr: { payload: expect.stringContaining('8349,00') } } });
  }
});

test('after the event a part is recorded, nobody is asked for the rest, and the organiser is told so', async () => {
  const email = 'posle@primer.rs';
  app.clock.now = new Date('2027-09-10T10:00:00Z');
  const { number, part, decide } = await partOf(email);
  app.clock.now = new Date('2027-09-22T10:00:00Z');
  expect((await organiser.bank.lines.compare({ id: part.id })).reservation).toMatchObject({
    endsAt: '2027-09-21T22:00:00.000Z',
  });
  expect(await decide()).toEqual({ outcome: 'kept', number });
  expect(await decide(), 'sent twice').toEqual({ outcome: 'kept', number });
  const sent = await db.select().from(mails).where(eq(mails.to, email));
  expect(sent.map(({ template }) => template)).toEqual(['events.reserved']);
});

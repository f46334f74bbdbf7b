import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DECISION_DELAY_MS, DECISIONS } from '#domain/bank/decisions.ts';
import { reservations } from '../events/schema.ts';
import { carryOutDueDecisions } from '../flows/bank/carry-out-due-decisions.ts';
import { testApp } from '../test/app.ts';
import { emptyBooks, faultsOf, unexplainedLinesOf } from '../test/books.ts';
import { readStatementsPatiently } from '../test/patience.ts';
import { call, person } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { SEED, size } from '../test/size.ts';
import { camtFile, confirmExact, type SampleEntry } from '../test/statements.ts';

readStatementsPatiently();
const app = await testApp();
app.clock.now = new Date('2027-05-01T10:00:00Z');
const admin = call(app, await person(app, 'admin'));
const colleague = call(app, await person(app, 'admin'));
const { bank, events } = admin;

interface Reserved {
  number: number;
  reference: string;
}
type ReservationRow = typeof reservations.$inferSelect;

/** What an entry names, how it compares with the price, and whether it comes a second time. */
const entry = fc.record({
  names: fc.nat(3),
  euros: fc.nat(4).map((n) => n === 0),
  share: fc.constantFrom(25, 40, 50, 60, 75, 100, 100, 100, 120),
});
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('decide'), line: fc.nat(), decision: fc.constantFrom(...DECISIONS) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('one press'), line: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('another reservation'), line: fc.nat(), place: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('skip'), line: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reopen'), line: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('all that agrees') }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('hold'), line: fc.nat(), decision: fc.constantFrom(...DECISIONS) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold all that agrees') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo'), line: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('second'), line: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('two minutes') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close'), line: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('the statements again') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('by hand'), place: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel'), place: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give back'), line: fc.nat() }) },
);
type Step = { kind: string; line?: number; place?: number; decision?: (typeof DECISIONS)[number] };

const of = <Row>(rows: readonly Row[], n = 0): Row | undefined => (rows.length > 0 ? rows[n % rows.length] : undefined);

async function importFile(content: string) {
  const answer = await bank.statements.import({ file: new File([content], 'izvod') });
  if (answer.kind !== 'imported') throw new Error('a mapping is wanted');
  return answer.importId;
}

/** Half is carried out by a colleague at the same time, so that histories meet each other. */
async function act(action: Step, files: string[], importIds: string[]): Promise<unknown> {
  const lines = (await Promise.all(importIds.map((importId) => bank.lines.list({ importId, all: true })))).flatMap(
    ({ rows }) => rows,
  );
  const places = await app.db.select().from(reservations).orderBy(reservations.number);
  const line = of(lines, action.line);
  const place = of(places, action.place);
  const decide = async (number?: number) => {
    if (!line) return;
    const compared = await bank.lines.compare({ id: line.id, number });
    const decision = action.decision ?? of(compared.decisions, action.line)!;
    const asked = {
      id: line.id,
      decision,
      reason: 'Dogovor',
      shown: compared.expected?.amount,
      reservationNumber: number,
    };
    await Promise.allSettled([bank.lines.decide(asked), colleague.bank.lines.decide(asked)]);
  };
  switch (action.kind) {
    case 'decide':
      return decide();
    case 'another reservation':
      return decide(place?.number);
    case 'one press':
      return line && bank.lines.decide({ id: line.id, decision: 'confirm' });
    case 'skip':
      return (
        line && Promise.allSettled([bank.lines.dismiss({ id: line.id }), colleague.bank.lines.dismiss({ id: line.id })])
      );
    case 'reopen':
      return line && bank.lines.reopen({ id: line.id });
    case 'all that agrees':
      return Promise.allSettled(importIds.map((importId) => confirmExact(bank, importId)));
    case 'hold': {
      if (!line) return;
      const compared = await bank.lines.compare({ id: line.id });
      const decision = action.decision ?? 'confirm';
      const asked = { id: line.id, decision, reason: 'Dogovor', shown: compared.expected?.amount };
      return Promise.allSettled([bank.desk.decide(asked), colleague.bank.desk.decide(asked)]);
    }
    case 'hold all that agrees':
      return Promise.allSettled(
        importIds.map(async (importId) => {
          const { version } = await bank.statements.sums({ importId });
          return bank.desk.confirmExact({ importId, version });
        }),
      );
    case 'undo':
    case 'second': {
      const holds = (await Promise.all(importIds.map((importId) => bank.statements.sums({ importId })))).flatMap(
        (sums) => sums.holds,
      );
      const hold = of(holds, action.line);
      if (!hold) return;
      if (action.kind === 'undo')
        return Promise.allSettled([bank.desk.undo({ id: hold.id }), carryOutDueDecisions(app.deps)]);
      return colleague.bank.desk.second({ id: hold.id });
    }
    case 'two minutes':
      app.clock.now = new Date(app.clock.now.getTime() + DECISION_DELAY_MS);
      return Promise.all([carryOutDueDecisions(app.deps), carryOutDueDecisions(app.deps)]);
    case 'close':
      return line && bank.desk.close({ id: line.id, reason: 'nije naše' });
    case 'the statements again':
      return Promise.all(files.map(importFile));
    case 'by hand':
      return place && events.admin.confirm({ id: place.id, reason: 'Ostatak u gotovini' });
    case 'cancel':
      return place && removed(place);
    case 'give back': {
      const owed = of((await bank.owed.list({ returned: true })).rows, action.line);
      return owed && bank.owed.mark({ id: owed.id, returned: owed.returnedAt === null });
    }
  }
}

const removed = ({ id, status, arrived }: ReservationRow) =>
  events.admin.remove({ id, shown: { status, arrived }, reason: 'Na zahtev kupca' });

/** Sums of a currency in which money had been recorded when they were compared. */
let compared = 0;

/** Nothing of any currency is counted twice or lost, and whoever is paid is paid to the para or with a reason. */
async function checkMoney() {
  const { rows } = await app.db.execute<{ currency: string; arrived: string; counted: string }>(sql`
    with came as (
      select currency, sum(amount) filter (where state = 'recorded') as recorded from statement_lines group by 1
    ), parts as (
      select currency, sum(amount) filter (where line_id is not null) as of_lines from payment_parts group by 1
    )
    select currency, coalesce(recorded, 0) as arrived, coalesce(of_lines, 0) as counted
    from came full join parts using (currency)`);
  expect(rows, 'every statement has lines').not.toEqual([]);
  for (const { currency, arrived, counted } of rows) {
    expect(counted, `parts in ${currency}`).toBe(arrived);
    if (Number(arrived) > 0) compared += 1;
  }
  const { rows: wrong } = await app.db.execute<{ what: string; number: string }>(sql`
    with counted as (
      select place.*,
        coalesce((select sum(amount) from payment_parts part where part.reservation_id = place.id and part.currency = place.valuta
          and part.state in ('waiting', 'confirmed')), 0) as came,
        coalesce((select missing from accepted_differences where reservation_id = place.id), 0) as accepted,
        exists (select from payment_parts where reservation_id = place.id and state = 'waiting') as waits,
        exists (select from payment_parts where reservation_id = place.id and state = 'confirmed') as is_counted
      from porudzbine place)
    select 'what arrived is kept wrong' as what, broj as number from counted where stiglo <> came
    union all select 'paid, and price is not what came and was accepted', broj from counted where potvrdjeno and iznos <> came + accepted
    union all select 'paid, and a part waits', broj from counted where potvrdjeno and waits
    union all select 'not paid, and money is confirmed', broj from counted where not potvrdjeno and is_counted
    union all select 'waits, and nothing is missing', broj from counted where status = 'pending' and came >= iznos
    union all select 'paid without a ticket', broj from counted where potvrdjeno
      and not exists (select from event_tickets where reservation_id = counted.id)
    union all select 'a line that waits for nothing says it agrees', place.broj from statement_lines line
      join porudzbine place on place.id = line.reservation_id
      where line.state = 'open' and line.verdict = 'exact' and place.status <> 'pending'
    union all select 'more tickets mailed than once', place.broj from porudzbine place
      where (select count(*) from mails where template = 'events.confirmed' and (props ->> 'number')::bigint = place.broj) > 1`);
  expect(wrong).toEqual([]);
  expect(await unexplainedLinesOf(app.db)).toEqual([]);
  expect(await faultsOf(app.db)).toEqual([]);
}

test('whatever is decided, skipped, undone, imported twice and cancelled: what arrived is confirmed, waiting and owed back, of each currency, and the books say so', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 4, maxLength: 9 }),
      fc.array(step, { minLength: 10, maxLength: 30 }),
      async (entries, steps) => {
        await app.db.execute(
          sql`truncate bank_holds, statement_imports, payment_parts, accepted_differences, porudzbine, mails cascade`,
        );
        await emptyBooks(app.db);
        const places: Reserved[] = [];
        for (let n = 0; n < 3; n += 1) {
          const made = await call(app).events.reserve(
            newReservation({ selectedCountry: n === 2 ? 'CG' : 'RS', personalInfo: { email: `gost${n}@primer.rs` } }),
          );
          places.push({ number: made.number, reference: made.instructions.reference });
        }
        const said = entries.map(({ names, euros, share }, n): SampleEntry => {
          const inEuros = euros || names === 2;
          return {
            reference: places[names]?.reference ?? '',
            amount: (((inEuros ? 13_660 : 1_600_500) * share) / 10_000).toFixed(2),
            currency: inEuros ? 'EUR' : 'RSD',
            bankReference: `B-${n}`,
          };
        });
        // The second statement overlaps the first: what both bring is one payment.
        const files = [camtFile(said.slice(0, -2)), camtFile(said.slice(1))];
        const importIds = [await importFile(files[0]!), await importFile(files[1]!)];
        await checkMoney();
        for (const action of steps) {
          await act(action, files, importIds).catch((error: { code?: string }) => {
            if (!error.code || error.code === 'INTERNAL_SERVER_ERROR') throw error;
          });
          await checkMoney();
        }
        expect(await app.db.execute(sql`select from statement_lines`)).toMatchObject({ rowCount: entries.length });
      },
    ),
    { numRuns: size(2, 60), seed: SEED },
  );
  expect(compared, 'money was recorded').toBeGreaterThan(0);
}, 600_000);

import { randomUUID } from 'node:crypto';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Instructions } from '#domain/events/instructions.ts';
import type { MailReservation } from '#domain/events/mail.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Reader, Tx } from '../platform/db.ts';
import { gather } from '../platform/gather.ts';
import { queueMail } from '../platform/mail.ts';
import { oneForEach } from '../platform/one-for-each.ts';
import { jobsFor } from '../platform/queue.ts';
import { auditFacts, instructionsFor, mailInstructions, mailReservation, type ReservationRow } from './describe.ts';
import { reservations } from './schema.ts';

export type NewPlace = typeof reservations.$inferInsert & { idempotencyKey: string };

/** A reservation as it was written, with the payment instructions and the link that were mailed. */
export interface Held {
  row: ReservationRow;
  instructions: Instructions;
  mail: MailReservation;
}

interface Wish {
  actor: Actor;
  place: NewPlace;
}

/**
 * Holds a place of a package without a limit; in a rush many are written in one transaction. `null` when a reservation
 * with this key is already there.
 */
export const holdPlace = (edges: Edges, actor: Actor, place: NewPlace): Promise<Held | null> =>
  writerOf(edges)({ actor, place });

const writerOf = oneForEach((edges: Edges) => gather((wishes: Wish[]) => holdPlaces(edges.db, edges, wishes)));

/**
 * Writes the reservations, their audit entries and their mails. Of equal keys only the first is written. One statement,
 * because a rush goes through it: all that depends on a reservation's number is known before, the number being drawn first.
 */
export async function holdPlaces(db: Reader, edges: Edges, wishes: Wish[]): Promise<(Held | null)[]> {
  const numbers = await takeNumbers(db, edges, wishes.length);
  const held = wishes.map(({ place }, index) => describeHeld(edges, newRow(place, numbers[index]!)));
  const written = await db.execute<{ id: string }>(sql`
    with wish as (
      select * from jsonb_to_recordset(${JSON.stringify(
        held.map((one, index) => columnsOf(one, wishes[index]!.actor)),
      )}::text::jsonb) as w(
        ${TYPED}, facts jsonb, props jsonb, actor text, actor_email text, ip text, request_id uuid)
    ),
    placed as (${insertPlaces(sql`wish`)} returning id, email),
    noted as (
      insert into audit_log (actor, actor_email, ip, request_id, action, subject_kind, subject_id, after)
      select actor, actor_email, ip, request_id, 'events.reserved', 'reservation', id::text, facts from wish join placed using (id)
    ),
    letter as (
      insert into mails ("to", template, props)
      select placed.email, 'events.reserved', props from wish join placed using (id)
      returning id
    ),
    job as (${jobsFor('mail.send', sql`select jsonb_build_object('mailId', id) as data from letter`)})
    select id from placed`);
  const ids = new Set(written.map(({ id }) => id));
  return held.map((one) => (ids.has(one.row.id) ? one : null));
}

/** Numbers drawn and not given yet. */
const stockOf = oneForEach((_: Edges): number[] => []);
const AHEAD = 100;

/**
 * Takes numbers that nobody else gets. In a rush the next ones are drawn with them, which saves a round trip each time;
 * one reservation by itself draws one number. Those of reservations that come to nothing are left out.
 */
async function takeNumbers(db: Reader, edges: Edges, count: number): Promise<number[]> {
  const stock = stockOf(edges);
  const mine = stock.splice(0, count);
  const missing = count - mine.length;
  if (missing === 0) return mine;
  const drawn = await db.execute<{ number: string }>(
    sql`select nextval(pg_get_serial_sequence('porudzbine', 'broj')) as number
        from generate_series(1, ${count > 1 ? missing + AHEAD : missing})`,
  );
  const fresh = drawn.map(({ number }) => Number(number));
  mine.push(...fresh.splice(0, missing));
  stock.push(...fresh);
  return mine;
}

const newRow = ({ idempotencyKey, createdAt = new Date(), ...facts }: NewPlace, number: number): ReservationRow => ({
  ...facts,
  status: 'pending',
  confirmed: false,
  notes: '',
  confirmedAt: null,
  remindedAt: null,
  idempotencyKey,
  createdAt,
  updatedAt: createdAt,
  id: randomUUID(),
  number,
});

export function describeHeld(edges: Edges, row: ReservationRow): Held {
  return { row, instructions: instructionsFor(edges, row), mail: mailReservation(edges, row) };
}

function columnsOf({ row, instructions, mail }: Held, actor: Actor) {
  return {
    ...placeColumns(row),
    facts: auditFacts(row),
    props: { ...mail, instructions: mailInstructions(instructions) },
    actor: actor.id,
    actor_email: actor.email,
    ip: actor.ip,
    request_id: actor.requestId,
  };
}

const COLUMNS = Object.entries(getTableColumns(reservations));
const placeColumns = (row: ReservationRow) =>
  Object.fromEntries(COLUMNS.map(([key, { name }]) => [name, row[key as keyof ReservationRow]]));

const NAMES = sql.join(
  COLUMNS.map(([, { name }]) => sql.identifier(name)),
  sql`, `,
);
const TYPED = sql.join(
  COLUMNS.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
  sql`, `,
);

/**
 * Of rows with all columns of a reservation; those whose key is there already are left out. Keys are taken in one order
 * everywhere, so that several servers never wait for each other in a circle.
 */
const insertPlaces = (rows: SQL) => sql`
  insert into porudzbine (${NAMES}) overriding system value
  select ${NAMES} from ${rows} order by idempotency_key, broj
  on conflict (idempotency_key) do nothing`;

/** The other words of a buyer who went back after a lost answer; the earlier mail is followed by a right one. */
export async function changePlace(
  tx: Tx,
  edges: Edges,
  actor: Actor,
  earlier: ReservationRow,
  facts: Partial<NewPlace>,
): Promise<Held> {
  const [row] = await tx.update(reservations).set(facts).where(eq(reservations.id, earlier.id)).returning();
  const held = describeHeld(edges, row!);
  // Both know all they need, so they travel to the database together.
  await Promise.all([
    record(tx, actor, {
      action: 'events.changed',
      on: { kind: 'reservation', id: row!.id },
      before: auditFacts(earlier),
      after: auditFacts(row!),
    }),
    queueMail(tx, edges.queue, {
      to: row!.email,
      template: 'events.reserved',
      props: { ...held.mail, instructions: mailInstructions(held.instructions) },
    }),
  ]);
  return held;
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../../platform/audit.schema.ts';
import { projectRoot } from '../../platform/process/project-root.ts';
import { testApp } from '../../test/app.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { reservationNotes, reservations } from '../schema.ts';

const app = await testApp();
app.clock.now = new Date('2027-05-10T10:00:00Z');
const mina = await person(app, 'admin', { firstName: 'Mina', lastName: 'Đurić' });
const sava = await person(app, 'admin', { firstName: 'Sava', lastName: 'Ilić' });
const [asMina, asSava] = [mina, sava].map((who) => call(app, who).events.admin) as [Admin, Admin];
type Admin = ReturnType<typeof call>['events']['admin'];

async function reserved() {
  const { number } = await call(app).events.reserve(newReservation());
  const [row] = await app.db.select().from(reservations).where(eq(reservations.number, number));
  return row!;
}
const listed = async (id: string) => (await asMina.list({})).rows.find((row) => row.id === id)!;
const said = ({ thread }: { thread: { text: string }[] }) => thread.map(({ text }) => text);
const entriesOf = async (id: string) =>
  (await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).filter(({ action }) =>
    action.startsWith('events.note'),
  );

test('two of the staff who write at once both keep their words, with name and time; the newest stands on the reservation', async () => {
  const { id } = await reserved();
  await Promise.all([
    asMina.notes.add({ id, key: randomUUID(), text: '  uplata stiže u petak ' }),
    asSava.notes.add({ id, key: randomUUID(), text: 'drugo ime uplatioca' }),
  ]);
  const row = await listed(id);
  expect(said(row).sort()).toEqual(['drugo ime uplatioca', 'uplata stiže u petak']);
  expect(row.notes).toBe(said(row).at(-1));
  expect(row.thread.find(({ text }) => text.startsWith('uplata'))).toMatchObject({
    author: { id: mina.id, name: 'Mina Đurić' },
    createdAt: '2027-05-10T10:00:00.000Z',
    editedAt: null,
  });
  const [stored] = await app.db.select().from(reservations).where(eq(reservations.id, id));
  expect(stored!.notes).toBe(row.notes);
  expect(await entriesOf(id)).toHaveLength(2);
});

test('a note whose answer was lost and that is sent again is one note', async () => {
  const { id } = await reserved();
  const note = { id, key: randomUUID(), text: 'zvao gost' };
  await Promise.all([asMina.notes.add(note), asMina.notes.add(note)]);
  expect(said(await asMina.notes.add(note))).toEqual(['zvao gost']);
  expect(await entriesOf(id)).toMatchObject([
    { actor: mina.id, action: 'events.noted', after: { notes: 'zvao gost' } },
  ]);
});

test('an empty note is no note', async () => {
  const { id } = await reserved();
  await expect(asMina.notes.add({ id, key: randomUUID(), text: '   ' })).rejects.toMatchObject({ status: 400 });
});

test('one’s own note is changed and deleted, each with its entry; a colleague’s is not', async () => {
  const { id } = await reserved();
  const key = randomUUID();
  await asSava.notes.add({ id, key: randomUUID(), text: 'prva' });
  await asMina.notes.add({ id, key, text: 'dolazi sama' });
  await expect(asSava.notes.change({ id: key, shown: 'dolazi sama', text: 'x' })).rejects.toMatchObject({
    code: 'NOTE_OF_ANOTHER',
    status: 403,
  });
  await expect(asSava.notes.remove({ id: key, shown: 'dolazi sama' })).rejects.toMatchObject({
    code: 'NOTE_OF_ANOTHER',
  });
  app.clock.now = new Date('2027-05-11T10:00:00Z');
  const change = { id: key, shown: 'dolazi sama', text: 'dolazi sa sestrom' };
  expect(await asMina.notes.change(change)).toMatchObject({
    notes: 'dolazi sa sestrom',
    thread: [{ text: 'prva' }, { text: 'dolazi sa sestrom', editedAt: '2027-05-11T10:00:00.000Z' }],
  });
  expect(said(await asMina.notes.change(change)), 'asked again, it stays').toEqual(['prva', 'dolazi sa sestrom']);
  const gone = await asMina.notes.remove({ id: key, shown: 'dolazi sa sestrom' });
  expect(gone).toMatchObject({ id, notes: 'prva' });
  expect(await listed(id)).toMatchObject({ notes: 'prva', thread: [{ text: 'prva' }] });
  await expect(asMina.notes.remove({ id: key, shown: 'dolazi sa sestrom' })).rejects.toMatchObject({
    code: 'NOTE_GONE',
    status: 404,
  });
  expect((await entriesOf(id)).map(({ action, before, after }) => [action, before, after])).toEqual([
    ['events.noted', null, { notes: 'prva' }],
    ['events.noted', null, { notes: 'dolazi sama' }],
    ['events.note-changed', { notes: 'dolazi sama' }, { notes: 'dolazi sa sestrom' }],
    ['events.note-deleted', { notes: 'dolazi sa sestrom' }, null],
  ]);
});

test('changed or deleted in another tab meanwhile, a note is not overwritten: the answer brings what stands there', async () => {
  const { id } = await reserved();
  const key = randomUUID();
  await asMina.notes.add({ id, key, text: 'prvo' });
  await asMina.notes.change({ id: key, shown: 'prvo', text: 'drugo' });
  const changed = { code: 'NOTE_CHANGED', data: { id, thread: [{ text: 'drugo' }] } };
  await expect(asMina.notes.change({ id: key, shown: 'prvo', text: 'treće' })).rejects.toMatchObject(changed);
  await expect(asMina.notes.remove({ id: key, shown: 'prvo' })).rejects.toMatchObject(changed);
});

test('the file carries every note, and of several whose each is', async () => {
  const { id, number } = await reserved();
  await asMina.notes.add({ id, key: randomUUID(), text: 'jedina' });
  const csv = async () => (await asMina.export({ format: 'csv', search: String(number) })).text();
  expect(await csv()).toContain(';jedina;');
  await asSava.notes.add({ id, key: randomUUID(), text: 'druga' });
  expect(await csv()).toContain('jedina (Mina Đurić, 11. 5. 2027. u 12:00)\ndruga (Sava Ilić, 11. 5. 2027. u 12:00)');
});

test('a note outlives its author’s account without a name, and nobody changes it any more', async () => {
  const { id } = await reserved();
  const key = randomUUID();
  await asSava.notes.add({ id, key, text: 'ostaje' });
  await app.db.execute(sql`update reservation_notes set author_id = null where id = ${key}`);
  expect((await listed(id)).thread).toMatchObject([{ text: 'ostaje', author: null }]);
  await expect(asSava.notes.remove({ id: key, shown: 'ostaje' })).rejects.toMatchObject({ code: 'NOTE_OF_ANOTHER' });
});

test('what stood in the single field before is the first note, by whom and when the log says', async () => {
  const before = await testApp();
  const author = await person(before, 'admin');
  await before.db.execute(sql`drop trigger keep_newest_note on reservation_notes`);
  const values = {
    year: 2027,
    firstName: 'Ana',
    lastName: 'Šarić',
    email: 'ana@primer.rs',
    phone: '1',
    country: 'RS' as const,
    packageId: 'ticket-only' as const,
    amount: 1,
    currency: 'RSD' as const,
  };
  const [logged, silent] = await before.db
    .insert(reservations)
    .values([{ ...values, notes: 'zvao' }, { ...values, notes: 'ekipa' }, values])
    .returning();
  await before.db.insert(auditLog).values({
    at: new Date('2027-05-01T10:00:00Z'),
    actor: author.id,
    action: 'events.noted',
    subjectKind: 'reservation',
    subjectId: logged!.id,
    after: { notes: 'zvao' },
  });
  const file = path.join(projectRoot, 'server', 'migrations', '0056_notes.sql');
  const moved = readFileSync(file, 'utf8')
    .split('--> statement-breakpoint')
    .find((statement) => statement.includes('INSERT INTO reservation_notes'))!;
  await before.db.execute(sql.raw(moved));
  const rows = await before.db.select().from(reservationNotes).orderBy(reservationNotes.number);
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(
    expect.objectContaining({
      reservationId: logged!.id,
      text: 'zvao',
      authorId: author.id,
      createdAt: new Date('2027-05-01T10:00:00Z'),
    }),
  );
  expect(rows).toContainEqual(
    expect.objectContaining({ reservationId: silent!.id, text: 'ekipa', authorId: null, createdAt: silent!.updatedAt }),
  );
});

import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { licences, tvs } from '../../playout/schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';

const app = await testApp();
app.clock.now = new Date('2027-03-01T09:00:00Z');
const { db } = app;
const adverts = await testAdverts(app);
const staff = await person(app, 'admin');
const desk = call(app, staff).tvs.admin;
const mine = (who: TestPerson) => call(app, who).installations;
const installer = (firstName = 'Žika') => person(app, 'member', { isInstaller: true, firstName, lastName: 'Žikić' });

let last = 0;
/** A TV of a café on a delivered device, whose owner has a phone of their own. */
async function cafe() {
  last += 1;
  const phone = `+38164${1_000_000 + last}`;
  const serial = `VDK-26-${String(last).padStart(6, '0')}`;
  const tv = await adverts.tv({ venue: 'cafe' }, { owner: await person(app, 'member', { phone }), hasLicence: false });
  await db.insert(licences).values({ profileId: tv.owner.id, tvId: tv.id, kind: 'serial', serial });
  return { ...tv, phone, serial };
}
type Cafe = Awaited<ReturnType<typeof cafe>>;

const assign = async (who: TestPerson, { phone }: { phone: string }) =>
  (
    await call(app, staff).installations.admin.assign({
      key: randomUUID(),
      installerId: who.id,
      name: 'Mara Ilić',
      phone,
      address: 'Glavna 1, Niš',
      agreedAt: '2027-03-02T10:00:00.000Z',
    })
  ).id;
const recordOf = ({ serial }: Pick<Cafe, 'serial'>) => ({
  doneOn: '2027-03-01',
  device: serial.toLowerCase(),
  venue: 'cafe' as const,
  before: 'Televizor bez uređaja.',
  after: 'Prikaz radi.',
  remarks: '',
  confirmedBy: 'Mara Ilić',
});
const confirmed = async ({ id }: Cafe) => (await desk.read({ id })).confirmed;
const confirmations = ({ id }: Cafe) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'tvs.venue-confirmed')));

test('the record of an installation confirms the place of the TV that was installed there, once, with who and when', async () => {
  const [tv, who] = [await cafe(), await installer()];
  const id = await assign(who, { phone: tv.phone.replace('+381', '0') });
  expect((await desk.read({ id: tv.id })).isConfirmed).toBe(false);
  await Promise.all([1, 2].map(() => mine(who).record({ id, record: recordOf(tv) })));
  expect(await desk.read({ id: tv.id })).toMatchObject({
    isConfirmed: true,
    confirmed: { by: 'Žika Žikić', how: 'visit', at: app.clock.now.toISOString() },
  });
  const logged = await confirmations(tv);
  expect(logged).toMatchObject([{ actor: who.id, after: { venue: 'cafe', how: 'visit' } }]);
  expect((await call(app, staff).installations.admin.list()).over.find((one) => one.id === id)).toMatchObject({
    record: { venue: 'cafe', device: tv.serial.toLowerCase() },
  });
});

test('nobody confirms a place with the installation of another installer', async () => {
  const [tv, who, other] = [await cafe(), await installer(), await installer('Mika')];
  const id = await assign(who, tv);
  expect(await codeOfCall(mine(other).record({ id, record: recordOf(tv) }))).toBe('INSTALLATION_GONE');
  expect(await confirmed(tv)).toBeNull();
});

test('the record of one installation says nothing about the TV of somebody else', async () => {
  const [tv, elsewhere, who] = [await cafe(), await cafe(), await installer()];
  const id = await assign(who, tv);
  await mine(who).record({ id, record: recordOf(elsewhere) });
  expect(await confirmed(elsewhere)).toBeNull();
  expect(await confirmed(tv)).toBeNull();
});

test('a place waits for staff when the installer saw another one, or none, or is its owner, or has lost the label', async () => {
  const [tv, who, former] = [await cafe(), await installer(), await installer()];
  for (const venue of ['salon', 'household', undefined] as const)
    await mine(who).record({ id: await assign(who, tv), record: { ...recordOf(tv), venue } });
  await db.update(profiles).set({ isInstaller: true }).where(eq(profiles.id, tv.owner.id));
  await mine(tv.owner).record({ id: await assign(tv.owner, tv), record: recordOf(tv) });
  const id = await assign(former, tv);
  await db.update(profiles).set({ isInstaller: false }).where(eq(profiles.id, former.id));
  await mine(former).record({ id, record: recordOf(tv) });
  expect(await confirmed(tv)).toBeNull();
  expect(await confirmations(tv)).toEqual([]);
});

test('what staff confirmed stays theirs, and a blocked TV or one that was unlinked is not confirmed', async () => {
  const [seen, blocked, unlinked, who] = [await cafe(), await cafe(), await cafe(), await installer()];
  await desk.confirm({ id: seen.id, how: 'photo' });
  await desk.block({ id: blocked.id, reason: 'Provera.' });
  await call(app, unlinked.owner).devices.unlink({ id: unlinked.id });
  for (const tv of [seen, blocked, unlinked])
    await mine(who).record({ id: await assign(who, tv), record: recordOf(tv) });
  expect(await confirmed(seen)).toMatchObject({ how: 'photo', by: 'Milica Živković' });
  for (const { id } of [blocked, unlinked])
    expect((await db.select().from(tvs).where(eq(tvs.tvId, id)))[0]!.confirmedAt).toBeNull();
});

test('a place that its owner changes after the record waits to be confirmed again', async () => {
  const [tv, who] = [await cafe(), await installer()];
  await mine(who).record({ id: await assign(who, tv), record: recordOf(tv) });
  expect(await confirmed(tv)).not.toBeNull();
  await call(app, tv.owner).playout.setUp({ id: tv.id, venue: 'salon' });
  expect((await desk.read({ id: tv.id })).isConfirmed).toBe(false);
  expect((await confirmations(tv)).length).toBe(1);
});

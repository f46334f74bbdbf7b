import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { UNNUMBERED } from '#domain/playout/licences.ts';
import { sessions } from '../auth/schema.ts';
import { erasePerson } from '../flows/people/erase-person.ts';
import { shipmentBoxes, shipmentDevices, shipments } from '../fulfilment/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { systemActor } from '../platform/audit.ts';
import { mails } from '../platform/mail.schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { licences, revocations, tvs } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const ownOf = (who: TestPerson) => call(app, who).playout;
const desk = call(app, await person(app, 'superAdmin'));
const colleague = call(app, await person(app, 'admin'));
const place = { region: 'NI', venue: 'household' } as const;

let last = 0;
/** An order whose devices are with the buyer, or on their way; with numbers, those of devices that came back, or from before they were kept. */
async function delivered(
  { id: profileId, email }: TestPerson,
  {
    devices = 1,
    isNumbered = true,
    cameBack = [],
    state = 'delivered',
  }: { devices?: number; isNumbered?: boolean; cameBack?: string[]; state?: 'delivered' | 'handed_over' } = {},
) {
  const [order] = await db
    .insert(orders)
    .values({
      profileId,
      email,
      kind: 'device' as const,
      productName: 'Vidik',
      amount: 21_900,
      status: 'paid' as const,
      paidAt: clock.now,
      paymentState: 'paid' as const,
      fulfilmentState: 'delivered' as const,
    })
    .returning();
  const orderId = order!.id;
  const [parcel] = await db.insert(shipments).values({ orderId, n: 1, courier: 'own', state, devices }).returning();
  if (!isNumbered) return { orderId, parcel: parcel!.id, serials: [] };
  await db.insert(shipmentBoxes).values({ shipmentId: parcel!.id, n: 1, grams: 350 });
  const fresh = Array.from({ length: devices - cameBack.length }, () => `VDK-26-${String(++last).padStart(6, '0')}`);
  const serials = [...cameBack, ...fresh];
  await db.insert(shipmentDevices).values(
    serials.map((serial, place) => ({
      shipmentId: parcel!.id,
      box: 1,
      position: place + 1,
      serial,
      isCounted: false,
    })),
  );
  return { orderId, parcel: parcel!.id, serials };
}

/** A TV that somebody just linked: it has neither a place nor a licence. */
async function linked(who: TestPerson) {
  const tv = await adverts.tv({}, { hasLicence: false, owner: who });
  await db.delete(tvs).where(eq(tvs.tvId, tv.id));
  return tv;
}
const running = async () => {
  const id = await adverts.campaign(await adverts.company(), { budget: 500 });
  expect(await adverts.approve(id)).toBe(true);
};

test('a TV shows adverts once its owner says on which of their devices it runs, and where it stands', async () => {
  await running();
  const who = await person(app);
  const { serials } = await delivered(who, { devices: 2 });
  const tv = await linked(who);
  expect(await tv.player.bag()).toMatchObject({ state: 'unlicensed', leases: [] });
  const { licences: offered, suggestedRegion } = await ownOf(who).mine();
  expect(offered.map(({ serial, tvId }) => [serial, tvId])).toEqual(serials.map((serial) => [serial, null]));
  expect(suggestedRegion).toBe('CA');
  await ownOf(who).setUp({ id: tv.id, licence: serials[0]!.toLowerCase() });
  expect((await tv.player.bag()).state).toBe('unplaced');
  await ownOf(who).setUp({ id: tv.id, name: 'Kuhinja', region: 'NI', venue: 'household' });
  const bag = await tv.player.bag();
  expect(bag.state).toBe('plays');
  expect(bag.leases.length).toBeGreaterThan(0);
  expect((await ownOf(who).mine()).tvs).toMatchObject([
    { id: tv.id, state: 'plays', region: 'NI', venue: 'household', isConfirmed: true, licence: { serial: serials[0] } },
  ]);
});

test('one device lets one TV show adverts: at the next one it is taken from the one before, with what that holds', async () => {
  const who = await person(app);
  const { serials } = await delivered(who);
  const [first, second] = [await linked(who), await linked(who)];
  await ownOf(who).setUp({ id: first.id, licence: serials[0]! });
  await ownOf(who).setUp({ id: second.id, licence: serials[0]! });
  expect((await first.player.bag()).state).toBe('unlicensed');
  expect((await second.player.bag()).state).not.toBe('unlicensed');
  expect(await db.select().from(revocations).where(eq(revocations.tvId, first.id))).toHaveLength(1);
  await call(app, who).devices.unlink({ id: second.id });
  expect((await ownOf(who).mine()).licences).toMatchObject([{ serial: serials[0], tvId: null }]);
});

test('a device goes to three TVs in a day, whoever has it, and one without a number, too; the same TV again is no other', async () => {
  const { deps, databaseUrl } = app;
  const limited = await testApp({ env: { RATE_LIMITS: 'on' }, databaseUrl, deps: { tokens: deps.tokens } });
  limited.clock.now = clock.now;
  const [who, taker] = [await person(app), await person(app)];
  const { serials } = await delivered(who, { devices: 2 });
  await delivered(who, { isNumbered: false });
  const setUp = async (by: TestPerson, id: string, licence: string) =>
    codeOfCall(call(limited, by).playout.setUp({ id, licence }));
  const [licence, other] = serials as [string, string];
  for (let n = 0; n < 3; n += 1) {
    const tv = await linked(who);
    for (let again = 0; again < 2; again += 1) expect(await setUp(who, tv.id, licence)).toBe('ok');
  }
  const fourth = await linked(who);
  expect(await setUp(who, fourth.id, licence)).toBe('TOO_MANY_REQUESTS');
  expect((await fourth.player.bag()).state).toBe('unlicensed');
  const { code } = await ownOf(who).handOver({ serial: licence });
  expect(await setUp(taker, (await linked(taker)).id, code)).toBe('TOO_MANY_REQUESTS');
  expect(await setUp(who, fourth.id, other), 'another device').toBe('ok');

  for (let n = 0; n < 3; n += 1) {
    const tv = await linked(who);
    for (let again = 0; again < 2; again += 1) expect(await setUp(who, tv.id, UNNUMBERED)).toBe('ok');
    await call(app, who).devices.unlink({ id: tv.id });
  }
  expect(await setUp(who, (await linked(who)).id, UNNUMBERED)).toBe('TOO_MANY_REQUESTS');
});

test('nobody uses the number of somebody else’s device, of none, or sets up another person’s TV', async () => {
  const [who, other] = [await person(app), await person(app)];
  const { serials } = await delivered(other);
  const tv = await linked(who);
  for (const licence of [serials[0]!, 'VDK-26-999999'])
    expect(await codeOfCall(ownOf(who).setUp({ id: tv.id, licence }))).toBe('LICENCE_NOT_YOURS');
  expect(await codeOfCall(ownOf(who).setUp({ id: tv.id, licence: 'abcd-efgh' }))).toBe('LICENCE_CODE_WRONG');
  expect(await codeOfCall(ownOf(who).setUp({ id: tv.id, licence: UNNUMBERED }))).toBe('LICENCES_USED_UP');
  expect(await codeOfCall(ownOf(other).setUp({ id: tv.id, region: 'BG' }))).toBe('NOT_FOUND');
  expect(await codeOfCall(ownOf(who).handOver({ serial: serials[0]! }))).toBe('LICENCE_NOT_YOURS');
  expect((await ownOf(who).mine()).tvs).toMatchObject([{ state: 'unlicensed', region: null }]);
});

test('a device that is given away goes with its code, once; the giver’s TV stops', async () => {
  const [giver, taker, third] = [await person(app), await person(app), await person(app)];
  const { serials } = await delivered(giver);
  const [old, fresh, late] = [await linked(giver), await linked(taker), await linked(third)];
  await ownOf(giver).setUp({ id: old.id, licence: serials[0]! });
  await db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, giver.id));
  expect(await codeOfCall(ownOf(giver).handOver({ serial: serials[0]! }))).toBe('PROOF_NEEDED');
  await db.update(sessions).set({ provenAt: clock.now }).where(eq(sessions.userId, giver.id));
  const void_ = await ownOf(giver).handOver({ serial: serials[0]! });
  const { code } = await ownOf(giver).handOver({ serial: serials[0]! });
  expect((await old.player.bag()).state, 'until it is used nothing changes').not.toBe('unlicensed');
  expect(await codeOfCall(ownOf(taker).setUp({ id: fresh.id, licence: void_.code }))).toBe('LICENCE_CODE_WRONG');
  await ownOf(taker).setUp({ id: fresh.id, licence: code.toUpperCase() });
  await ownOf(taker).setUp({ id: fresh.id, licence: serials[0]! });
  const told = await db.select().from(mails).where(eq(mails.to, giver.email));
  expect(told, 'once').toMatchObject([{ template: 'devices.taken-over', props: { serial: serials[0] } }]);
  expect(await codeOfCall(ownOf(third).setUp({ id: late.id, licence: code }))).toBe('LICENCE_CODE_WRONG');
  expect((await old.player.bag()).state).toBe('unlicensed');
  expect((await fresh.player.bag()).state).toBe('unplaced');
  expect(await codeOfCall(ownOf(giver).setUp({ id: old.id, licence: serials[0]! }))).toBe('LICENCE_NOT_YOURS');
  expect((await ownOf(giver).mine()).licences).toEqual([]);
});

test('a code of whoever is blocked takes no device over', async () => {
  const [giver, taker] = [await person(app), await person(app)];
  const { serials } = await delivered(giver);
  const theirs = await linked(taker);
  const { code } = await ownOf(giver).handOver({ serial: serials[0]! });
  await desk.accounts.admin.people.block({ id: giver.id, on: true });
  expect(await codeOfCall(ownOf(taker).setUp({ id: theirs.id, licence: code }))).toBe('LICENCE_CODE_WRONG');
});

test('devices without a number give as many licences as were bought, at once too', async () => {
  const who = await person(app);
  await delivered(who, { devices: 2, isNumbered: false });
  const three = [await linked(who), await linked(who), await linked(who)];
  const answers = await Promise.all(
    three.map(({ id }) =>
      codeOfCall(
        ownOf(who)
          .setUp({ id, licence: UNNUMBERED })
          .then(() => 'saved'),
      ),
    ),
  );
  expect(answers.filter((code) => code === 'LICENCES_USED_UP')).toHaveLength(1);
  const { tvs: mine, unnumbered } = await ownOf(who).mine();
  expect(mine.filter(({ licence }) => licence?.kind === 'unnumbered')).toHaveLength(2);
  expect(unnumbered).toBe(0);
});

test('a device that was sent back or refunded lets no TV show adverts', async () => {
  const who = await person(app);
  const { serials, orderId } = await delivered(who, { devices: 2 });
  const [first, second] = [await linked(who), await linked(who)];
  await ownOf(who).setUp({ id: first.id, licence: serials[0]! });
  await ownOf(who).setUp({ id: second.id, licence: serials[1]! });
  await db.update(shipmentDevices).set({ isLive: false }).where(eq(shipmentDevices.serial, serials[0]!));
  expect((await first.player.bag()).state).toBe('unlicensed');
  expect((await second.player.bag()).state).toBe('unplaced');
  await db.update(orders).set({ refunded: 21_900 }).where(eq(orders.id, orderId));
  expect((await second.player.bag()).state).toBe('unlicensed');
  expect((await ownOf(who).mine()).licences).toEqual([]);
});

test('a device that came back and was sold again is the second buyer’s alone; the first one’s TV stays dark', async () => {
  await running();
  const [first, second] = [await person(app), await person(app)];
  const { serials } = await delivered(first);
  const licence = serials[0]!;
  const [old, fresh] = [await linked(first), await linked(second)];
  await ownOf(first).setUp({ id: old.id, licence, ...place });
  expect((await old.player.bag()).state).toBe('plays');
  await db.update(shipmentDevices).set({ isLive: false }).where(eq(shipmentDevices.serial, licence));
  const again = await delivered(second, { cameBack: serials, state: 'handed_over' });
  expect((await old.player.bag()).state).toBe('unlicensed');

  await desk.fulfilment.admin.move({ id: again.parcel, from: 'handed_over', to: 'delivered' });
  expect((await old.player.bag()).state).toBe('unlicensed');
  expect(await codeOfCall(ownOf(first).setUp({ id: old.id, licence }))).toBe('LICENCE_NOT_YOURS');
  expect((await ownOf(second).mine()).licences).toMatchObject([{ serial: licence, tvId: null }]);
  await ownOf(second).setUp({ id: fresh.id, licence, ...place });
  expect((await fresh.player.bag()).state).toBe('plays');
  expect((await old.player.bag()).state).toBe('unlicensed');
});

test('a blocked TV keeps its device: linked again, moved or given away it shows adverts on no other TV', async () => {
  await running();
  const [who, taker] = [await person(app), await person(app)];
  const { serials } = await delivered(who, { devices: 2 });
  const [licence, other] = serials as [string, string];
  const [tv, second, theirs] = [await linked(who), await linked(who), await linked(taker)];
  await ownOf(who).setUp({ id: tv.id, licence, ...place });
  const { code } = await ownOf(who).handOver({ serial: licence });
  await desk.tvs.admin.block({ id: tv.id, reason: 'Provera.' });
  expect(await codeOfCall(ownOf(who).setUp({ id: second.id, licence }))).toBe('LICENCE_BLOCKED');
  expect(await codeOfCall(ownOf(taker).setUp({ id: theirs.id, licence: code }))).toBe('LICENCE_BLOCKED');
  expect(await codeOfCall(ownOf(who).handOver({ serial: licence })), 'a code nobody could use').toBe('LICENCE_BLOCKED');
  expect(await codeOfCall(ownOf(who).setUp({ id: tv.id, licence: other })), 'to free the first one').toBe(
    'LICENCE_BLOCKED',
  );

  await call(app, who).devices.unlink({ id: tv.id });
  const again = await linked(who);
  expect(await codeOfCall(ownOf(who).setUp({ id: again.id, licence, ...place }))).toBe('LICENCE_BLOCKED');
  expect((await again.player.bag()).state).toBe('unlicensed');
  await ownOf(who).setUp({ id: second.id, licence: other, ...place });
  expect((await second.player.bag()).state).toBe('plays');

  await desk.tvs.admin.unblock({ id: tv.id });
  await ownOf(who).setUp({ id: again.id, licence, ...place });
  expect((await again.player.bag()).state).toBe('plays');
});

test('a device whose last owner was blocked and erased stays used up for whoever gave it away, until staff free it', async () => {
  await running();
  const [giver, taker] = [await person(app), await person(app)];
  const { serials } = await delivered(giver);
  const licence = serials[0]!;
  const [old, theirs] = [await linked(giver), await linked(taker)];
  const { code } = await ownOf(giver).handOver({ serial: licence });
  await ownOf(taker).setUp({ id: theirs.id, licence: code, ...place });
  expect(await codeOfCall(desk.tvs.admin.freeDevice({ serial: licence })), 'somebody uses it').toBe(
    'DEVICE_NOT_USED_UP',
  );
  await desk.tvs.admin.block({ id: theirs.id, reason: 'Provera.' });
  await db.transaction((tx) => erasePerson(tx, app.deps, systemActor, taker.id));
  expect(await db.select().from(licences).where(eq(licences.serial, licence))).toMatchObject([
    { profileId: null, tvId: null, region: null, codeHash: null },
  ]);
  expect((await ownOf(giver).mine()).licences).toEqual([]);
  expect(await codeOfCall(ownOf(giver).setUp({ id: old.id, licence, ...place }))).toBe('LICENCE_NOT_YOURS');
  expect(await codeOfCall(ownOf(giver).handOver({ serial: licence }))).toBe('LICENCE_NOT_YOURS');

  await desk.tvs.admin.freeDevice({ serial: licence.toLowerCase() });
  expect(await codeOfCall(desk.tvs.admin.freeDevice({ serial: licence })), 'the answer was lost').toBe('ok');
  expect(await codeOfCall(colleague.tvs.admin.freeDevice({ serial: licence })), 'freed by somebody else').toBe(
    'DEVICE_NOT_USED_UP',
  );
  await ownOf(giver).setUp({ id: old.id, licence, ...place });
  expect(await codeOfCall(desk.tvs.admin.freeDevice({ serial: licence })), 'somebody uses it again').toBe(
    'DEVICE_NOT_USED_UP',
  );
  expect((await old.player.bag()).state).toBe('plays');
});

test('nor is the device without a number of a blocked TV free before it is let in again', async () => {
  const who = await person(app);
  await delivered(who, { isNumbered: false });
  const tv = await linked(who);
  await ownOf(who).setUp({ id: tv.id, licence: UNNUMBERED });
  await desk.tvs.admin.block({ id: tv.id, reason: 'Provera.' });
  expect(await codeOfCall(ownOf(who).setUp({ id: tv.id, licence: UNNUMBERED }))).toBe('LICENCE_BLOCKED');
  await call(app, who).devices.unlink({ id: tv.id });
  const again = await linked(who);
  expect(await codeOfCall(ownOf(who).setUp({ id: again.id, licence: UNNUMBERED }))).toBe('LICENCES_USED_UP');
  await desk.tvs.admin.unblock({ id: tv.id });
  await ownOf(who).setUp({ id: again.id, licence: UNNUMBERED });
  expect((await ownOf(who).mine()).tvs).toMatchObject([{ id: again.id, licence: { kind: 'unnumbered' } }]);
});

test('the sixty days of a TV that was linked before licences end', async () => {
  const { id, player } = await adverts.tv();
  await db
    .update(licences)
    .set({ endsAt: new Date(clock.now.getTime() + 60_000) })
    .where(eq(licences.tvId, id));
  expect((await player.bag()).state).toBe('plays');
  await adverts.after(2);
  expect((await player.bag()).state).toBe('unlicensed');
});

test('a region changes twice in thirty days; a kind of place other than a household waits for staff', async () => {
  const who = await person(app);
  const { serials } = await delivered(who);
  const tv = await linked(who);
  const move = (region: 'BG' | 'NI' | 'NS' | 'BD') => ownOf(who).setUp({ id: tv.id, region });
  await ownOf(who).setUp({ id: tv.id, licence: serials[0]!, venue: 'cafe' });
  expect(await tv.player.bag(), 'nobody said where').toMatchObject({ state: 'unplaced', isPlaceMissing: true });
  await move('BG');
  await move('BG');
  await move('NI');
  await move('NS');
  expect(await codeOfCall(move('BD'))).toBe('REGION_CHANGED_OFTEN');
  expect((await ownOf(who).mine()).tvs[0]).toMatchObject({ region: 'NS', venue: 'cafe', isConfirmed: false });
  const waits = { state: 'unplaced', isPlaceMissing: false };
  expect(await tv.player.bag(), 'nobody has confirmed the café').toMatchObject(waits);
  expect(await tv.player.report({})).toMatchObject(waits);
  await db.update(tvs).set({ confirmedAt: clock.now }).where(eq(tvs.tvId, tv.id));
  expect((await tv.player.bag()).state).toBe('plays');
  await ownOf(who).setUp({ id: tv.id, venue: 'restaurant' });
  expect((await tv.player.bag()).state).toBe('unplaced');
  await adverts.after(31 * 24 * 60);
  await move('BD');
});

test('a TV that is unlinked and linked again has no more changes of its region than its device had', async () => {
  const who = await person(app);
  const { serials } = await delivered(who, { devices: 2 });
  const [licence, other] = serials as [string, string];
  const first = await linked(who);
  await ownOf(who).setUp({ id: first.id, licence, ...place });
  for (const region of ['BG', 'NS'] as const) await ownOf(who).setUp({ id: first.id, region });
  await call(app, who).devices.unlink({ id: first.id });

  const again = await linked(who);
  const setUp = (requested: object) => codeOfCall(ownOf(who).setUp({ id: again.id, ...requested }));
  expect(await setUp({ licence, region: 'BD', venue: 'household' })).toBe('REGION_CHANGED_OFTEN');
  expect((await ownOf(who).mine()).tvs, 'nothing of it is kept').toMatchObject([{ region: null, licence: null }]);
  expect(await setUp({ region: 'BD' }), 'without a device it shows nothing').toBe('ok');
  expect(await setUp({ licence })).toBe('REGION_CHANGED_OFTEN');
  expect(await setUp({ licence, region: 'NS' }), 'where the device stood last').toBe('ok');
  expect(await setUp({ region: 'BD' })).toBe('REGION_CHANGED_OFTEN');
  await desk.tvs.admin.move({ id: again.id, region: 'BD' });
  expect(await setUp({ licence, region: 'BD', name: 'Kuhinja' }), 'where staff moved it').toBe('ok');
  expect(await setUp({ licence: other, region: 'BG' }), 'another device').toBe('ok');
  expect(await setUp({ licence, region: 'NI' })).toBe('REGION_CHANGED_OFTEN');
  await adverts.after(31 * 24 * 60);
  expect(await setUp({ licence, region: 'NI' })).toBe('ok');
});

test('whoever takes a device over has changes of their own; given on within thirty days, it has no more', async () => {
  const [giver, taker] = [await person(app), await person(app)];
  const { serials } = await delivered(giver);
  const [old, fresh] = [await linked(giver), await linked(taker)];
  const handOver = async (who: TestPerson) => {
    await db.update(sessions).set({ provenAt: clock.now }).where(eq(sessions.userId, who.id));
    return (await ownOf(who).handOver({ serial: serials[0]! })).code;
  };
  const setUp = (who: TestPerson, requested: { id: string; licence?: string; region?: 'BG' | 'NI' | 'NS' | 'BD' }) =>
    codeOfCall(ownOf(who).setUp(requested));
  await ownOf(giver).setUp({ id: old.id, licence: serials[0]!, ...place });
  for (const region of ['BG', 'NS'] as const) await ownOf(giver).setUp({ id: old.id, region });
  const own = { id: old.id, licence: await handOver(giver), region: 'BD' } as const;
  expect(await setUp(giver, own), 'by a code of their own').toBe('REGION_CHANGED_OFTEN');

  const first = { id: fresh.id, licence: await handOver(giver), region: 'BD' } as const;
  expect(await setUp(taker, first), 'where it stands at theirs').toBe('ok');
  for (const region of ['NI', 'BG'] as const) expect(await setUp(taker, { id: fresh.id, region })).toBe('ok');
  expect(await setUp(taker, { id: fresh.id, region: 'NS' })).toBe('REGION_CHANGED_OFTEN');
  await call(app, taker).devices.unlink({ id: fresh.id });
  const again = await linked(taker);
  expect(await setUp(taker, { id: again.id, licence: serials[0]!, region: 'NS' }), 'linked again').toBe(
    'REGION_CHANGED_OFTEN',
  );

  const back = { id: old.id, licence: await handOver(taker) };
  expect(await setUp(giver, { ...back, region: 'NI' }), 'to and fro').toBe('REGION_CHANGED_OFTEN');
  expect(await setUp(giver, { ...back, region: 'BG' }), 'where it stood last').toBe('ok');
  await adverts.after(31 * 24 * 60);
  for (const region of ['NI', 'NS'] as const) expect(await setUp(giver, { id: old.id, region })).toBe('ok');
  const later = { id: again.id, licence: await handOver(giver), region: 'BD' } as const;
  expect(await setUp(taker, later), 'a month later').toBe('ok');
});

test('changes go with a device without a number', async () => {
  const giver = await person(app);
  await delivered(giver, { isNumbered: false });
  const [one, two] = [await linked(giver), await linked(giver)];
  for (const region of ['NI', 'BG', 'NS'] as const)
    await ownOf(giver).setUp({ id: one.id, region, venue: 'household', licence: UNNUMBERED });
  await call(app, giver).devices.unlink({ id: one.id });
  const linkAgain = { id: two.id, licence: UNNUMBERED };
  expect(await codeOfCall(ownOf(giver).setUp({ ...linkAgain, region: 'BD' }))).toBe('REGION_CHANGED_OFTEN');
  expect(await codeOfCall(ownOf(giver).setUp({ ...linkAgain, region: 'NS' }))).toBe('ok');
});

test('what is said of a TV once more as it is stands in the log once', async () => {
  const who = await person(app);
  const { serials } = await delivered(who);
  const tv = await linked(who);
  const said = { id: tv.id, name: 'Kuhinja', licence: serials[0]!, ...place };
  const entries = () => db.$count(auditLog, and(eq(auditLog.subjectId, tv.id), eq(auditLog.actor, who.id)));
  const before = await entries();
  for (let n = 0; n < 3; n += 1) {
    await ownOf(who).setUp(said);
    expect(await call(app, who).devices.rename({ id: tv.id, name: said.name })).toMatchObject({ name: said.name });
  }
  expect((await entries()) - before).toBe(1);
  await ownOf(who).setUp({ ...said, venue: 'cafe' });
  await call(app, who).devices.rename({ id: tv.id, name: 'Šank' });
  expect((await entries()) - before).toBe(3);
});

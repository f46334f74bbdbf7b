import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { CALLS, type CallName } from '#domain/calls.ts';
import { payoutReference } from '#domain/payouts/rules.ts';
import { ledger, packages, subscriptions } from './advertising/schema.ts';
import { accountChanges, sessions } from './auth/schema.ts';
import { devices } from './devices/schema.ts';
import { issueDocument } from './documents/issue.ts';
import { files, uploads } from './files/schema.ts';
import { installations } from './installations/schema.ts';
import { orders } from './orders/schema.ts';
import { payouts } from './payouts/schema.ts';
import { fingerprint } from './platform/secrets/fingerprint.ts';
import { orderRefunds } from './refunds/schema.ts';
import { rewardMonths, rewardStatements } from './rewards/schema.ts';
import { specialRequests, specialRuns } from './special/schema.ts';
import { networkMember } from './test/network.ts';
import { moneyPaper } from './test/papers.ts';
import { call, type TestPerson } from './test/people.ts';
import { procedures } from './test/procedures.ts';
import { buyer, testShop } from './test/shop.ts';

/**
 * Every place where the API takes an id, tried by somebody with the id of somebody else's thing. Whose row it is belongs
 * in the `where`: another person's row does not exist. A procedure that takes an id and has no row here fails.
 */
const shop = await testShop({ quick: true });
const owner = await networkMember(shop);
const thief = await networkMember(shop);
const as = (who?: TestPerson) => call(shop, who);
const code = (promise: Promise<unknown>) =>
  promise.then(
    (answer) => answer,
    (error: { code: string }) => error.code,
  );

const checkout = await as(owner).payments.createPayment({
  productName: 'Vidik – 1 uređaj',
  productPrice: 219,
  buyerInfo: buyer,
});
const [tv] = await shop.db
  .insert(devices)
  .values({ profileId: owner.id, number: 555_000_111, name: 'Dnevna soba', tokenHash: fingerprint('tv_vlasnik') })
  .returning();
const paid = { profileId: owner.id, email: owner.email, packageName: 'starter', bannerCount: 1, tvSeconds: 1 };
const [newer, older] = await shop.db
  .insert(packages)
  .values(['a', 'b'].map((paymentKey) => ({ ...paid, paymentKey, amount: 9_900, currency: 'EUR' })))
  .returning();
const [renewing] = await shop.db
  .insert(subscriptions)
  .values({
    id: 'sub_of_the_owner',
    profileId: owner.id,
    orderId: checkout.orderId,
    packageName: 'starter',
    status: 'active',
    amount: 9_900,
    currency: 'EUR',
    question: 1,
  })
  .returning();
const [entry] = await shop.db
  .insert(ledger)
  .values(
    ['x', 'y'].map((reference) => ({
      profileId: owner.id,
      unit: 'banner' as const,
      delta: 5,
      reason: 'correction' as const,
      reference,
      actor: 'system',
    })),
  )
  .returning();
const below = await networkMember(shop, owner);
await networkMember(shop, owner);
const waitingTv = await as().devices.tv.begin();
await as(owner).devices.link({ number: String(waitingTv.number) });

const adverts = (who: TestPerson) => as(who).campaigns.own;
const campaign = randomUUID();
await adverts(owner).begin({ id: campaign });
const [run] = await shop.db
  .insert(specialRuns)
  .values({ orderId: checkout.orderId, profileId: owner.id })
  .returning({ id: specialRuns.id });
const requestId = randomUUID();
await shop.db.insert(specialRequests).values({
  id: requestId,
  profileId: owner.id,
  company: 'Pekara',
  contact: 'Mara 064 1234567',
  month: '2027-06-01',
  madeAt: new Date(),
});

const [change] = await shop.db
  .insert(accountChanges)
  .values({ userId: owner.id, kind: 'password', undoHash: fingerprint('x'), undoEndsAt: new Date(Date.now() + 1e8) })
  .returning();
const [installation] = await shop.db
  .insert(installations)
  .values({
    id: crypto.randomUUID(),
    installerId: owner.id,
    name: 'Mara Ilić',
    phone: '0641234567',
    address: 'Glavna 1',
    agreedAt: new Date(),
  })
  .returning();

const [bought] = await shop.db.select().from(orders).where(eq(orders.id, checkout.orderId));
const { number: _, issuer: __, issuedOn: ___, ...content } = moneyPaper('proforma');
const paper = await shop.db.transaction((tx) =>
  issueDocument(tx, shop.deps, content, {
    orderId: checkout.orderId,
    packageId: null,
    profileId: owner.id,
    price: { amount: 21_900, currency: 'EUR' },
  }),
);

const upload = { key: crypto.randomUUID(), kind: 'advert-picture' as const, bytes: 3 };
await as(owner).files.uploads.begin(upload);
const [file] = await shop.db
  .insert(files)
  .values({
    sha256: 'a'.repeat(64),
    extension: '.png',
    bytes: 3,
    contentType: 'image/png',
    part: 'private',
    madeByUs: false,
    kind: 'advert-picture',
    ownerId: owner.id,
    survivesOwner: false,
  })
  .returning();

/** A statement of the owner's; its month is closed with it, once. */
async function closedStatement(): Promise<string> {
  const numbers = { banners: 10, tvSeconds: 0, amount: 40_000, carried: 0, smallest: 10_000 };
  const month = '2026-01-01';
  const [row] = await shop.db
    .insert(rewardStatements)
    .values({ profileId: owner.id, month, state: 'payable', ...numbers })
    .returning();
  const closed = { month, viewers: 1, amount: 40_000, closedAt: shop.deps.now(), closedBy: 'system' };
  await shop.db.insert(rewardMonths).values(closed);
  return row!.id;
}
const ownersStatement = await closedStatement();

/** What the attacker is answered, and the same asked by the owner where that changes nothing. */
const TRIED: Record<string, () => Promise<void>> = {
  'accounts.own.sessions.end': async () =>
    expect(await code(as(thief).accounts.own.sessions.end({ id: owner.sessionId }))).toBe('SESSION_GONE'),
  'accounts.own.changes.seen': async () =>
    expect(await code(as(thief).accounts.own.changes.seen({ id: change!.id }))).toBe('CHANGE_GONE'),
  'accounts.own.changes.undo': async () =>
    expect(await code(as(thief).accounts.own.changes.undo({ id: change!.id }))).toBe('CHANGE_GONE'),
  'orders.withdraw': async () =>
    expect(await code(as(thief).orders.withdraw({ id: checkout.orderId, receivedOn: null }))).toBe('ORDER_GONE'),
  'orders.read': async () => {
    const { number } = bought!;
    expect(await code(as(thief).orders.read({ number }))).toBe('ORDER_GONE');
    expect(await code(as(owner).orders.read({ number }))).toMatchObject({ number });
  },
  'payouts.open': async () => {
    const { id: orderId, number } = bought!;
    const money = { amount: 2_566_000, currency: 'RSD' } as const;
    const [refund] = await shop.db
      .insert(orderRefunds)
      .values({
        id: randomUUID(),
        orderId,
        way: 'account',
        paymentKey: 'line:1',
        scope: 'whole',
        ...money,
        devices: 1,
        reason: 'agreement',
        goods: 'none',
        state: 'sending',
        askedBy: owner.id,
        askedAt: new Date(),
      })
      .returning();
    const named = { reference: payoutReference(2026, 999_999), token: 'x'.repeat(22), createdAt: new Date() };
    const [payout] = await shop.db
      .insert(payouts)
      .values({ refundId: refund!.id, orderId, amount: money.amount, ...named })
      .returning();
    expect(await code(as(thief).payouts.open({ number, id: payout!.id }))).toBe('PAYOUT_GONE');
    expect(await code(as(owner).payouts.open({ number, id: payout!.id }))).toEqual({ path: `/refund/${named.token}` });
  },
  'orders.changeDelivery': async () => {
    const to = {
      name: 'Ana Anić',
      phone: '+38164555333',
      address: 'Glavna',
      addressNumber: '1',
      city: 'Niš',
      postalCode: '18000',
    };
    const asked = as(thief).orders.changeDelivery({ number: bought!.number, version: 1, to });
    expect(await code(asked)).toBe('ORDER_GONE');
  },
  'orders.changeCompany': async () => {
    const company = { name: 'Pekara', taxNumber: '100002887', registrationNumber: '17162543' };
    const asked = as(thief).orders.changeCompany({ number: bought!.number, version: 1, company });
    expect(await code(asked)).toBe('ORDER_GONE');
  },
  'orders.changeWay': async () => {
    const asked = as(thief).orders.changeWay({ number: bought!.number, version: 1, way: 'card' });
    expect(await code(asked)).toBe('ORDER_GONE');
  },
  'orders.cancel': async () =>
    expect(await code(as(thief).orders.cancel({ number: bought!.number, version: 1 }))).toBe('ORDER_GONE'),
  'returns.read': async () => {
    expect(await code(as(thief).returns.read({ number: bought!.number }))).toBe('ORDER_GONE');
  },
  'returns.ask': async () => {
    const said = { kind: 'withdrawal' as const, way: 'own' as const, serials: ['VDK-26-000001'], reason: '' };
    const asked = as(thief).returns.ask({ number: bought!.number, id: crypto.randomUUID(), ...said });
    expect(await code(asked)).toBe('ORDER_GONE');
  },
  'returns.pictures.add': async () => {
    const asked = as(thief).returns.pictures.add({ number: bought!.number, file: randomUUID() });
    expect(await code(asked)).toBe('ORDER_GONE');
  },
  'returns.pictures.remove': async () => {
    const asked = as(thief).returns.pictures.remove({ number: bought!.number, id: randomUUID() });
    expect(await code(asked)).toBe('ORDER_GONE');
  },
  'fulfilment.own': async () => {
    expect(await code(as(thief).fulfilment.own({ number: bought!.number }))).toBe('ORDER_GONE');
  },
  'fulfilment.choose': async () => {
    const said = { number: bought!.number, n: 1, choice: 'money' as const };
    expect(await code(as(thief).fulfilment.choose(said))).toBe('PARCEL_GONE');
  },
  'orders.confirmed': async () => {
    const sessionId = checkout.url.split('/').at(-1)!;
    expect(await code(as(thief).orders.confirmed({ sessionId }))).toBe('ORDER_GONE');
  },
  'tasks.complain': async () => {
    const complaint = { key: crypto.randomUUID(), orderId: checkout.orderId, text: 'Uređaj ne radi od juče.' };
    expect(await code(as(thief).tasks.complain(complaint))).toBe('ORDER_GONE');
  },
  'installations.record': async () => {
    const said = { device: 'Vidik – 1 uređaj', before: 'Bez slike', after: 'Slika je čista', remarks: '' };
    const record = { ...said, doneOn: '2026-11-01', confirmedBy: 'Mara Ilić' };
    expect(await code(as(thief).installations.record({ id: installation!.id, record }))).toBe('INSTALLATION_GONE');
  },
  'files.uploads.begin': async () => expect(await code(as(thief).files.uploads.begin(upload))).toBe('UPLOAD_GONE'),
  'files.uploads.part': async () => {
    const part = { params: { id: upload.key, number: 1 }, body: new File(['abc'], '') };
    expect(await code(as(thief).files.uploads.part(part))).toBe('UPLOAD_GONE');
  },
  'files.uploads.state': async () =>
    expect(await code(as(thief).files.uploads.state({ id: upload.key }))).toBe('UPLOAD_GONE'),
  'files.uploads.complete': async () =>
    expect(await code(as(thief).files.uploads.complete({ id: upload.key }))).toBe('UPLOAD_GONE'),
  'files.uploads.abort': async () => {
    expect(await as(thief).files.uploads.abort({ id: upload.key })).toEqual({ aborted: true });
    expect(await shop.db.$count(uploads, eq(uploads.id, upload.key)), 'it is still there').toBe(1);
  },
  'files.remove': async () => expect(await code(as(thief).files.remove({ id: file!.id }))).toBe('FILE_GONE'),
  'payments.verifyPayment': async () => {
    const sessionId = checkout.url.split('/').at(-1)!;
    expect(await code(as(thief).payments.verifyPayment({ sessionId }))).toBe('SESSION_UNKNOWN');
    expect(await as(owner).payments.verifyPayment({ sessionId })).toEqual({ status: 'unpaid' });
  },
  'advertising.ledger': async () =>
    expect((await as(thief).advertising.ledger({ after: entry!.id + 1 })).rows).toEqual([]),
  'advertising.periods': async () => {
    for (const { id } of [newer!, older!])
      expect((await as(thief).advertising.periods({ after: id })).rows).toEqual([]);
  },
  'documents.open': async () => {
    expect(await code(as(thief).documents.open({ id: paper!.id }))).toBe('DOCUMENT_GONE');
    expect(await code(as(owner).documents.open({ id: paper!.id }))).toBe('DOCUMENT_IN_THE_MAKING');
  },
  'documents.all': async () => {
    expect(await code(as(thief).documents.all({ number: bought!.number }))).toBe('DOCUMENT_GONE');
    expect(await code(as(owner).documents.all({ number: bought!.number }))).toBe('DOCUMENT_IN_THE_MAKING');
  },
  'advertising.invoice': async () =>
    expect(await code(as(thief).advertising.invoice({ id: newer!.id }))).toBe('INVOICE_NONE'),
  'advertising.pause': async () => {
    expect(await code(as(thief).advertising.pause({ id: renewing!.id }))).toBe('SUBSCRIPTION_GONE');
    expect(await shop.db.$count(subscriptions, isNotNull(subscriptions.pausedSince))).toBe(0);
  },
  'advertising.resume': async () =>
    expect(await code(as(thief).advertising.resume({ id: renewing!.id }))).toBe('SUBSCRIPTION_GONE'),
  'playout.setUp': async () =>
    expect(await code(as(thief).playout.setUp({ id: tv!.id, region: 'NI' }))).toBe('NOT_FOUND'),
  'campaigns.own.read': async () => expect(await code(adverts(thief).read({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.report': async () => expect(await code(adverts(thief).report({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.uncounted': async () =>
    expect(await code(adverts(thief).uncounted({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.uncountedFile': async () =>
    expect(await code(adverts(thief).uncountedFile({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.reportFile': async () =>
    expect(await code(adverts(thief).reportFile({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.reportPdf': async () =>
    expect(await code(adverts(thief).reportPdf({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.objections': async () =>
    expect(await code(adverts(thief).objections({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.object': async () => {
    const objection = { id: campaign, objection: randomUUID(), month: '2027-02', text: 'Nije tačno.' };
    expect(await code(adverts(thief).object(objection))).toBe('NOT_FOUND');
  },
  'campaigns.own.begin': async () => {
    expect(await code(adverts(thief).begin({ id: campaign }))).toBe('NOT_FOUND');
    expect(await code(adverts(thief).begin({ id: randomUUID(), copyOf: campaign }))).toBe('NOT_FOUND');
    expect(await code(adverts(thief).begin({ id: randomUUID(), changeOf: campaign }))).toBe('NOT_FOUND');
  },
  'special.own.request': async () => {
    const asked = { id: requestId, company: 'Lopovi', contact: 'Lop 060 1234567', month: '2027-06', message: '' };
    expect(await code(as(thief).special.own.request(asked))).toBe('SPECIAL_SOLD_AGAIN');
    expect((await as(owner).special.own.requests()).map(({ company }) => company)).toEqual(['Pekara']);
    expect(await as(thief).special.own.requests()).toEqual([]);
  },
  'special.own.begin': async () =>
    expect(await code(as(thief).special.own.begin({ run: run!.id, id: randomUUID() }))).toBe('NOT_FOUND'),
  'campaigns.own.save': async () =>
    expect(await code(adverts(thief).save({ id: campaign, name: 'Moja' }))).toBe('NOT_FOUND'),
  'campaigns.own.change': async () =>
    expect(await code(adverts(thief).change({ id: campaign, cap: 1 }))).toBe('NOT_FOUND'),
  'campaigns.own.addPicture': async () =>
    expect(await code(adverts(thief).addPicture({ id: campaign, file: randomUUID(), name: 'a.png' }))).toBe(
      'NOT_FOUND',
    ),
  'campaigns.own.films': async () => expect(await code(adverts(thief).films({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.addFilm': async () =>
    expect(await code(adverts(thief).addFilm({ id: campaign, file: randomUUID(), name: 'a.mp4' }))).toBe('NOT_FOUND'),
  'campaigns.own.removeFilm': async () =>
    expect(await code(adverts(thief).removeFilm({ id: campaign, film: randomUUID() }))).toBe('NOT_FOUND'),
  'campaigns.own.setKind': async () =>
    expect(await code(adverts(thief).setKind({ id: campaign, kind: 'spot' }))).toBe('NOT_FOUND'),
  'campaigns.own.removePicture': async () =>
    expect(await code(adverts(thief).removePicture({ id: campaign, picture: randomUUID() }))).toBe('NOT_FOUND'),
  'campaigns.own.send': async () =>
    expect(await code(adverts(thief).send({ id: campaign, category: 'none', hasRights: true }))).toBe('NOT_FOUND'),
  'campaigns.own.recall': async () => expect(await code(adverts(thief).recall({ id: campaign }))).toBe('NOT_FOUND'),
  'campaigns.own.step': async () =>
    expect(await code(adverts(thief).step({ id: campaign, to: 'end' }))).toBe('NOT_FOUND'),
  'campaigns.own.remove': async () => expect(await code(adverts(thief).remove({ id: campaign }))).toBe('NOT_FOUND'),
  'devices.rename': async () =>
    expect(await code(as(thief).devices.rename({ id: tv!.id, name: 'Moj' }))).toBe('NOT_FOUND'),
  'devices.unlink': async () => expect(await code(as(thief).devices.unlink({ id: tv!.id }))).toBe('NOT_FOUND'),
  'devices.look': async () =>
    expect(JSON.stringify(await code(as(thief).devices.look({ number: String(waitingTv.number) })))).not.toContain(
      owner.id,
    ),
  'devices.link': async () =>
    expect(await code(as(thief).devices.link({ number: String(waitingTv.number) }))).toBe('PAIRING_TAKEN'),
  'devices.tv.wait': async () => {
    const stream = as({ token: 'x'.repeat(43) } as TestPerson).devices.tv.wait({ number: String(waitingTv.number) });
    expect(await code(stream.then((news) => news.next()))).toBe('PAIRING_UNKNOWN');
  },
  'devices.tv.claim': async () =>
    expect(
      await code(as({ token: 'x'.repeat(43) } as TestPerson).devices.tv.claim({ number: String(waitingTv.number) })),
    ).toBe('PAIRING_UNKNOWN'),
  'rewards.own.statementPdf': async () => {
    const paper = as(thief).rewards.own.statementPdf({ id: ownersStatement });
    expect(await code(paper)).toBe('STATEMENT_OF_REWARD_GONE');
  },
  'rewards.own.object': async () => {
    const objection = { statement: ownersStatement, id: randomUUID(), text: 'Nije tačno.' };
    expect(await code(as(thief).rewards.own.object(objection))).toBe('STATEMENT_OF_REWARD_GONE');
  },
  'network.myDirect': async () =>
    expect(await as(thief).network.myDirect({ after: below.id })).toEqual({ rows: [], next: null }),
};

/** Whoever holds one of these is meant to get in: a code by mail, a voucher, a ticket, an invitation, one's own new key, the link in a mail. */
const MEANT_TO_BE_SHOWN = [
  'accounts.own.proveMailbox',
  'accounts.changes.look',
  'accounts.changes.undo',
  'accounts.changes.keep',
  'devices.unlinkLink.look',
  'devices.unlinkLink.use',
  'rewards.own.nameTaxNumber',
  'vouchers.redeem',
  'events.ticket',
  'fulfilment.follow',
  'payouts.read',
  'payouts.name',
  'events.ticketPdf',
  'events.reserve',
  'events.choose',
  'events.claim',
  'events.places.name',
  'events.places.give',
  'network.inviter',
  'network.enrollWithReferral',
];
const NAMES_SOMETHING = /^(id|ids|after|until|under|number|code|token|secret|key|\w+Id|p_\w+|reservationNumber)$/;
const NOT_STAFF: readonly string[] = ['anyone', 'signedIn', 'accountHolder', 'member', 'device'];
const isAdmins = (name: string) => !NOT_STAFF.includes(CALLS[name as CallName].who);

test('every procedure that takes an id is tried below', () => {
  const takers = [...procedures].filter(([name, { path, fields }]) => {
    const ofPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!);
    return !isAdmins(name) && [...ofPath, ...fields].some((field) => NAMES_SOMETHING.test(field));
  });
  expect(takers.map(([name]) => name).sort()).toEqual([...Object.keys(TRIED), ...MEANT_TO_BE_SHOWN].sort());
});

for (const [name, attempt] of Object.entries(TRIED)) test(`${name}: somebody else’s is not there`, attempt);

test('a member is refused at every procedure of the back office, whatever real id they bring', async () => {
  const ids = { id: owner.id, importId: owner.id, role: 'admin', format: 'csv' };
  for (const [name, { method, path }] of procedures) {
    if (!isAdmins(name) || !path.includes('{')) continue;
    const address = path.replace(/\{(\w+)\}/g, (_, field) => ids[field as keyof typeof ids]);
    const answer = await shop.app.request(`/api${address}`, {
      method,
      headers: { authorization: `Bearer ${thief.token}`, 'content-type': 'application/json' },
      ...(method === 'GET'
        ? {}
        : { body: JSON.stringify({ on: true, uplineId: null, blocked: true, email: owner.email }) }),
    });
    expect([name, answer.status]).toEqual([name, 403]);
  }
});

test('after all of that the owner has everything', async () => {
  expect((await as(owner).devices.mine()).map(({ name }) => name).sort()).toContain('Dnevna soba');
  expect((await as(owner).advertising.periods({})).rows).toHaveLength(2);
  expect((await as(owner).network.myDirect({})).rows).toHaveLength(2);
  expect(await shop.db.select().from(sessions).where(eq(sessions.userId, owner.id))).toHaveLength(1);
});

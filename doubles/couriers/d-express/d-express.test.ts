import { afterAll, expect, test } from 'vitest';
import { openDExpress } from './double.ts';

const told: Record<string, string>[] = [];
const begun = Date.parse('2026-11-23T10:00:00Z');
const courier = await openDExpress({
  webhookUrl: 'http://localhost/told',
  realNow: () => begun,
  async send(request) {
    told.push((await request.json()) as Record<string, string>);
    return new Response('OK');
  },
});
afterAll(() => courier.stop());

const { user, password } = courier.credentials;
const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const post = async (name: string, body: object, headers: Record<string, string> = { authorization }) => {
  const answer = await fetch(`${courier.url}/data/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text() };
};
const get = async (name: string) => {
  const answer = await fetch(`${courier.url}/data/${name}`, { headers: { authorization } });
  return answer.json() as Promise<unknown[]>;
};
let last = 0;
const code = () => `AA${String(++last).padStart(10, '0')}`;
const person = (prefix: string) => ({
  [`${prefix}Name`]: 'Milica Živković',
  [`${prefix}Address`]: 'Ulica lipa',
  [`${prefix}AddressNum`]: '14a',
  [`${prefix}TownID`]: 100005,
  [`${prefix}CPhone`]: '381641234567',
});
const shipment = (change: object = {}) => ({
  CClientID: 'UK12345',
  ...person('C'),
  ...person('Pu'),
  ...person('R'),
  Note: '',
  DlTypeID: 2,
  PaymentBy: 0,
  PaymentType: 2,
  Value: 0,
  Content: 'USB uređaj',
  Mass: 350,
  ReferenceID: '1482-1',
  ReturnDoc: 0,
  BuyOut: 0,
  BuyOutAccount: null,
  SelfDropOff: 0,
  PackageList: [{ Code: code(), ReferenceID: '1482-1-1', Mass: 350 }],
  ...change,
});
const locker = (change: object, box: object = {}) =>
  shipment({
    DispenserID: 1,
    PackageList: [{ Code: code(), Mass: 350, DimX: 470, DimY: 440, DimZ: 440, ...box }],
    ...change,
  });

test('a parcel as the courier describes it is taken', async () => {
  expect(await post('addshipment', shipment())).toEqual({ status: 200, text: 'OK' });
  expect(await post('addshipment', locker({ ReferenceID: 'locker' }))).toEqual({ status: 200, text: 'OK' });
});

test('whoever does not sign in is sent away', async () => {
  expect((await post('addshipment', shipment(), {})).status).toBe(401);
});

const refused: [rule: string, change: object, field: string][] = [
  ['a client’s number of another shape', { CClientID: 'U12345' }, 'CClientID'],
  ...['C', 'Pu', 'R'].flatMap((prefix): [string, object, string][] => [
    ['no name', { [`${prefix}Name`]: ' ' }, `${prefix}Name`],
    ['a name above 50 letters', { [`${prefix}Name`]: 'a'.repeat(51) }, `${prefix}Name`],
    ['no street', { [`${prefix}Address`]: '' }, `${prefix}Address`],
    ['no number and no bb', { [`${prefix}AddressNum`]: 'do 5' }, `${prefix}AddressNum`],
    ['a number above 10 letters', { [`${prefix}AddressNum`]: '12345678901' }, `${prefix}AddressNum`],
    ['a place below the register', { [`${prefix}TownID`]: 99_999 }, `${prefix}TownID`],
    ['a place above the register', { [`${prefix}TownID`]: 10_000_001 }, `${prefix}TownID`],
    ['a phone with its plus', { [`${prefix}CPhone`]: '+381641234567' }, `${prefix}CPhone`],
    ['a phone of another country', { [`${prefix}CPhone`]: '38267123456' }, `${prefix}CPhone`],
    ['a description above 150 letters', { [`${prefix}AddressDesc`]: 'a'.repeat(151) }, `${prefix}AddressDesc`],
  ]),
  ['a note above 150 letters', { Note: 'a'.repeat(151) }, 'Note'],
  ['no kind of delivery', { DlTypeID: undefined }, 'DlTypeID'],
  ['nobody who pays', { PaymentBy: undefined }, 'PaymentBy'],
  ['no kind of payment', { PaymentType: undefined }, 'PaymentType'],
  ['nothing about papers that come back', { ReturnDoc: undefined }, 'ReturnDoc'],
  ['nothing about who brings it', { SelfDropOff: undefined }, 'SelfDropOff'],
  ['a value with a comma', { Value: 1.5 }, 'Value'],
  ['no content', { Content: '' }, 'Content'],
  ['content above 50 letters', { Content: 'a'.repeat(51) }, 'Content'],
  ['no mass', { Mass: 0 }, 'Mass'],
  ['more than ten tonnes', { Mass: 10_000_001 }, 'Mass'],
  ['no reference', { ReferenceID: '' }, 'ReferenceID'],
  ['a reference above 50 letters', { ReferenceID: 'a'.repeat(51) }, 'ReferenceID'],
  ['an amount below nothing', { BuyOut: -1 }, 'BuyOut'],
  ['an amount without an account', { BuyOut: 100 }, 'BuyOutAccount'],
  ['an account of another shape', { BuyOut: 100, BuyOutAccount: '205-123-10' }, 'BuyOutAccount'],
  ['no package', { PackageList: [] }, 'PackageList'],
  ['a code of another shape', { PackageList: [{ Code: 'A1', Mass: 350 }] }, 'PackageList.Code'],
  [
    'a code twice',
    { PackageList: ['AB0000000001', 'AB0000000001'].map((Code) => ({ Code, Mass: 350 })) },
    'PackageList.Code',
  ],
  [
    'a package’s reference above 50 letters',
    { PackageList: [{ Code: 'AB0000000001', ReferenceID: 'a'.repeat(51), Mass: 350 }] },
    'PackageList.ReferenceID',
  ],
  ['a package without mass', { PackageList: [{ Code: 'AB0000000001' }] }, 'PackageList.Mass'],
  ['above 20 kg into a locker', locker({ Mass: 20_001 }), 'DispenserID (Mass)'],
  ['above 200.000 dinars into a locker', locker({ Value: 20_000_001 }), 'DispenserID (Value)'],
  ['a box that is larger than a locker', locker({}, { DimX: 471 }), 'DispenserID (dimensions)'],
];
for (const [rule, change, field] of refused)
  test(`refused: ${rule} (${field})`, async () => {
    const before = courier.control.parcels().length;
    expect(await post('addshipment', shipment(change))).toEqual({ status: 400, text: `ERROR: ${field}` });
    expect(courier.control.parcels()).toHaveLength(before);
  });

test('registers are read; those that grow want a date', async () => {
  for (const name of ['shops', 'locations', 'dispensers', 'centres', 'statuses'])
    expect((await get(name)).length).toBeGreaterThan(0);
  for (const name of ['municipalities', 'towns', 'streets']) {
    expect((await get(`${name}?date=20000101000000`)).length).toBeGreaterThan(0);
    expect((await fetch(`${courier.url}/data/${name}`, { headers: { authorization } })).status).toBe(400);
  }
});

test('an address it knows, one it does not know, and a place outside its register', async () => {
  expect((await post('checkaddress', person('R'))).text).toBe('OK');
  expect((await post('checkaddress', { ...person('R'), RTownID: 200_000 })).text).toBe('ERROR: unknown address');
  await courier.control.setFaults({ unknownStreets: ['Cara Lazara'] });
  const unknown = { ...person('R'), RAddress: 'Cara Lazara' };
  expect((await post('checkaddress', unknown)).text).toBe('ERROR: unknown address');
  expect((await post('addshipment', shipment({ ...unknown }))).text).toBe('ERROR: unknown address');
  await courier.control.setFaults(null);
});

test('a lost reply: the parcel is made and nobody is told; asked again it makes a second one', async () => {
  const body = shipment({ ReferenceID: 'lost' });
  await courier.control.setFaults({ loseReplies: 1 });
  await expect(post('addshipment', body)).rejects.toThrow();
  expect((await post('addshipment', body)).text).toBe('OK');
  expect(courier.control.parcels().filter(({ reference }) => reference === 'lost')).toHaveLength(2);
});

test('a lost request makes nothing', async () => {
  await courier.control.setFaults({ loseRequests: 1 });
  await expect(post('addshipment', shipment({ ReferenceID: 'never' }))).rejects.toThrow();
  expect(courier.control.parcels().some(({ reference }) => reference === 'never')).toBe(false);
});

test('down for an hour of its own clock, then back', async () => {
  courier.control.goDown(1);
  expect((await post('checkaddress', person('R'))).status).toBe(503);
  await courier.control.advance(1);
  expect((await post('checkaddress', person('R'))).status).toBe(200);
});

test('it tells of a parcel by its clock, with its secret; repeated or held back when asked to', async () => {
  const [box] = [code()];
  await post('addshipment', shipment({ ReferenceID: 'told', PackageList: [{ Code: box, Mass: 350 }] }));
  told.length = 0;
  await courier.control.setFaults({ repeat: 1, hold: true });
  await courier.control.advance(24);
  expect(told).toEqual([]);
  await courier.control.setFaults({ hold: false });
  const ours = told.filter(({ code: one }) => one === box);
  expect(ours.map(({ sID }) => sID)).toEqual(['18', '18', '3', '3', '4', '4', '1', '1']);
  expect(new Set(ours.map(({ nID }) => nID)).size).toBe(4);
  expect(ours[0]).toMatchObject({ cc: courier.credentials.secret, rID: 'told', dt: '20261123140000' });
  await courier.control.setFaults(null);
});

test('out of order when asked to, and still all of it', async () => {
  await courier.control.setFaults({ shuffle: true, hold: true });
  for (let n = 1; n <= 5; n++)
    await post('addshipment', shipment({ ReferenceID: `shuffled-${n}`, PackageList: [{ Code: code(), Mass: 350 }] }));
  await courier.control.advance(24);
  await courier.control.setFaults({ hold: false });
  const order = told.filter(({ rID }) => rID?.startsWith('shuffled')).map(({ nID }) => Number(nID));
  expect(new Set(order).size).toBe(20);
  expect(order).not.toEqual(order.toSorted((one, other) => one - other));
  await courier.control.setFaults(null);
});

test('it pays out what it has collected, with one parcel missing when asked to', async () => {
  const collected = { BuyOut: 2_605_000, BuyOutAccount: '205-0000000012345-10' };
  for (const ReferenceID of ['paid', 'forgotten']) {
    await post('addshipment', shipment({ ReferenceID, ...collected, PackageList: [{ Code: code(), Mass: 350 }] }));
    await courier.control.tell(ReferenceID, '1');
  }
  const { reference, amount } = courier.control.payOut({ missing: 'forgotten' });
  expect(amount).toBe(5_210_000);
  expect(await get(`viewpayments?PaymentReference=${reference}`)).toMatchObject([
    { reference: 'paid', buyOut: 2_605_000 },
  ]);
  expect(await get('viewpayments?PaymentReference=other')).toEqual([]);
});

test('the controls for testers are refused to whoever does not have the secret', async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${courier.port}/_double/parcels`, { method: 'POST', headers });
  expect((await ask({})).status).toBe(401);
  const open = await ask({ authorization: `Bearer ${courier.credentials.secret}` });
  expect(((await open.json()) as { parcels: unknown[] }).parcels.length).toBeGreaterThan(0);
});

import { expect, test } from 'vitest';
import { devices } from '../devices/schema.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, person } from '../test/people.ts';
import { rewardMonths, rewardPayees, rewardStatements } from './schema.ts';

/** Statements of a month are looked for as people are, and by what stands on their papers. */

const app = await testApp();
const { db } = app;
const desk = call(app, await person(app, 'superAdmin')).rewards.admin;
const month = '2027-03-01';

const statement = (profileId: string, more: Partial<typeof rewardStatements.$inferInsert> = {}) => ({
  profileId,
  month,
  state: 'payable' as const,
  smallest: 100,
  banners: 10,
  tvSeconds: 0,
  amount: 400,
  carried: 0,
  ...more,
});
const ana = await person(app, 'member', { firstName: 'Ana', lastName: 'Đorđević', email: 'ana.dj@primer.rs' });
const bojan = await person(app, 'member', { firstName: 'Bojan', lastName: 'Ilić', email: 'bojan@kafana.rs' });
const firm = await person(app, 'member', { companyName: 'Kafić Šank d.o.o.', isCompany: true, email: 'sank@lokal.rs' });
await db.insert(rewardPayees).values({ profileId: ana.id, payee: 'Živorad Đorđević', account: '160000000012345678' });
await db.insert(devices).values({ profileId: bojan.id, number: 123_456_789, name: 'Soba' });
await db
  .insert(rewardStatements)
  .values([statement(ana.id), statement(bojan.id), statement(firm.id, { invoiceNumber: 'R-77/2027' })]);
await db.insert(rewardMonths).values({ month, viewers: 3, amount: 1_200, closedAt: new Date(), closedBy: 'system' });

const found = async (search: string) =>
  (await desk.statements({ month: '2027-03', search })).rows.map(({ viewer }) => viewer.id).toSorted();
const ids = (...people: { id: string }[]) => people.map(({ id }) => id).toSorted();

test('a statement is found by its viewer: a name without its marks, half an address, a company', async () => {
  expect(await found('')).toEqual(ids(ana, bojan, firm));
  expect(await found('djordjevic')).toEqual(ids(ana));
  expect(await found('Đorđ')).toEqual(ids(ana));
  expect(await found('@kafana')).toEqual(ids(bojan));
  expect(await found('sank d.o.o')).toEqual(ids(firm));
  expect(await found('nema ga')).toEqual([]);
});

test('and by what is written on it: the payee, a part of the account, the invoice, the number of a TV', async () => {
  expect(await found('zivorad')).toEqual(ids(ana));
  expect(await found('12345678')).toEqual(ids(ana, bojan));
  expect(await found('2345678')).toEqual(ids(ana, bojan));
  expect(await found('456-789')).toEqual(ids(bojan));
  expect(await found('r-77')).toEqual(ids(firm));
  expect(await found('%')).toEqual([]);
});

test('of another month nothing is found, and only accounting looks', async () => {
  expect((await desk.statements({ month: '2027-04', search: 'ana' })).rows).toEqual([]);
  const member = call(app, ana).rewards.admin;
  expect(await codeOfCall(member.statements({ month: '2027-03', search: 'ana' }))).toBe('FORBIDDEN');
});

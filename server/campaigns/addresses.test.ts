import { eq, like } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import type { Visit } from '../platform/typed-address/visit.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { visitAddresses } from './addresses.ts';
import { campaigns, codeOpenings } from './schema.ts';

/** The address behind the code of an advert is looked at when it is sent, daily and after many openings. */

const URL = 'https://pekara.example/kifle';
const visited: string[] = [];
let meanwhile = async () => {};
let answer: Visit = { outcome: 'answers', status: 200 };
const app = await testApp({
  deps: {
    visitAddress: async (url) => {
      visited.push(url);
      await meanwhile();
      return answer;
    },
  },
});
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;

beforeEach(async () => {
  await db.update(campaigns).set({ state: 'done' }).where(eq(campaigns.state, 'approved'));
  answer = { outcome: 'answers', status: 200 };
  visited.length = 0;
});

async function running(url = URL) {
  const company = await adverts.company();
  const id = await adverts.campaign(company, { url, endsAt: new Date(clock.now.getTime() + 20 * DAY_MS) });
  await adverts.approve(id);
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  const scan = async () => (await app.app.request(`/k/${row!.code}`)).headers.get('location');
  return { company, id, scan };
}

async function minutesLater(minutes: number): Promise<void> {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  await visitAddresses(app.deps);
}

test('an address that does not open, or leads elsewhere, is not sent to review', async () => {
  const company = await adverts.company();
  const id = await adverts.campaign(company, { url: URL, state: 'draft' });
  const send = () => ownOf(company).send({ id, category: 'none', hasRights: true });
  answer = { outcome: 'dead' };
  expect(await codeOfCall(send())).toBe('CAMPAIGN_ADDRESS_DEAD');
  answer = { outcome: 'moved', host: 'drugi.example' };
  await expect(send()).rejects.toMatchObject({ code: 'CAMPAIGN_ADDRESS_MOVED', data: { host: 'drugi.example' } });
  expect(await ownOf(company).read({ id })).toMatchObject({ state: 'draft', addressStatus: null });
  answer = { outcome: 'answers', status: 204 };
  await send();
  expect(await ownOf(company).read({ id })).toMatchObject({ state: 'review', addressStatus: 204 });
  const stranger = await person(app);
  visited.length = 0;
  expect(await codeOfCall(ownOf(stranger).send({ id, category: 'none', hasRights: true }))).toBe('NOT_FOUND');
  expect(visited, 'nobody has the addresses of others opened').toEqual([]);
});

test('a code is paused when its address fails twice, both are told once, and it works again once the address answers', async () => {
  const { company, id, scan } = await running();
  await minutesLater(10);
  expect(await scan()).toBe(URL);
  answer = { outcome: 'dead' };
  await minutesLater(24 * 60 + 1);
  expect(await scan(), 'one failure may be chance').toBe(URL);
  await minutesLater(10);
  expect(await scan()).toBe('/');
  expect((await ownOf(company).read({ id })).codePausedAt).toBe(clock.now.toISOString());
  await minutesLater(10);
  const told = await db.select().from(mails).where(like(mails.template, 'campaigns.code-paused%'));
  expect(told.map(({ template, to }) => [template, to]).sort()).toEqual([
    ['campaigns.code-paused', company.email],
    ['campaigns.code-paused-desk', app.config.superAdmin.email],
  ]);
  answer = { outcome: 'answers', status: 200 };
  await minutesLater(10);
  expect(await scan()).toBe(URL);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
  expect(entries.map(({ action }) => action).filter((action) => action.includes('code'))).toEqual([
    'campaigns.code-paused',
    'campaigns.code-resumed',
  ]);
});

test('addresses are shown in the letters in which people write them', async () => {
  const { company } = await running('https://xn--80aanuxj.xn--90a3ac/kifle');
  answer = { outcome: 'moved', host: 'xn--kua-rpa.rs' };
  await minutesLater(10);
  await minutesLater(10);
  const told = await db.select().from(mails).where(eq(mails.to, company.email));
  expect(told.at(-1)!.props).toMatchObject({ url: 'https://пекара.срб/kifle', host: 'kuća.rs' });
  const id = await adverts.campaign(company, { url: URL, state: 'draft' });
  const send = ownOf(company).send({ id, category: 'none', hasRights: true });
  await expect(send).rejects.toMatchObject({ data: { host: 'kuća.rs' } });
});

test('an address is looked at daily, and again after 500 openings of its code', async () => {
  const { id, scan } = await running();
  await minutesLater(10);
  await minutesLater(10);
  expect(visited).toEqual([URL]);
  await minutesLater(24 * 60);
  expect(visited).toHaveLength(2);
  await db.insert(codeOpenings).values({ campaignId: id, hour: new Date('2027-02-28T10:00:00Z'), openings: 498 });
  await scan();
  await minutesLater(10);
  expect(visited).toHaveLength(2);
  await scan();
  await minutesLater(10);
  expect(visited).toHaveLength(3);
});

test('of openings that come at once the 500th is not missed', async () => {
  const { id, scan } = await running();
  await minutesLater(10);
  await db.insert(codeOpenings).values({ campaignId: id, hour: new Date('2027-02-28T10:00:00Z'), openings: 490 });
  await Promise.all(Array.from({ length: 20 }, scan));
  await minutesLater(10);
  expect(visited).toEqual([URL, URL]);
});

test('what is over is not looked at, and an answer about an old address changes nothing', async () => {
  const { id } = await running();
  await db.update(campaigns).set({ state: 'paused' }).where(eq(campaigns.id, id));
  await minutesLater(10);
  expect(visited).toEqual([]);

  await db.update(campaigns).set({ state: 'approved', addressFailedAt: clock.now }).where(eq(campaigns.id, id));
  answer = { outcome: 'dead' };
  meanwhile = async () => {
    await db.update(campaigns).set({ url: 'https://pekara.example/nova' }).where(eq(campaigns.id, id));
  };
  await minutesLater(10);
  expect(visited).toEqual([URL]);
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  expect(row).toMatchObject({ codePausedAt: null, addressSeenAt: null });
  meanwhile = async () => {};
});

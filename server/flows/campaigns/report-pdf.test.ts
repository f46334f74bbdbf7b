import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { formatDateRange } from '#domain/campaigns/report/date-range.ts';
import { profiles } from '../../accounts/schema.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import { nameOfContent } from '../../files/content.ts';
import { files } from '../../files/schema.ts';
import { jobs } from '../../jobs.ts';
import type { Jobs } from '../../platform/jobs/queue.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { readPdf } from '../../test/pdf.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';
import { notifyDone } from './notify-done.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:00:00Z');
const adverts = await testAdverts(app);
const staff = await person(app, 'superAdmin');
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;
const doneMails = async (who: TestPerson) =>
  (await db.select().from(mails).where(eq(mails.profileId, who.id))).filter(
    ({ template }) => template === 'campaigns.done',
  );

/** A campaign of which so many banners were counted on each of some TVs. */
async function shown({ budget = 100 } = {}) {
  const company = await adverts.company();
  await db.update(profiles).set({ companyName: 'Pekara na uglu' }).where(eq(profiles.id, company.id));
  const id = await adverts.campaign(company, { name: 'Čačanske kifle, žute', budget });
  await db.update(creatives).set({ name: 'Kifle, žuta' }).where(eq(creatives.campaignId, id));
  await adverts.approve(id);
  for (let n = 0; n < 3; n += 1) {
    const { player } = await adverts.tv();
    const { leases } = await player.bag();
    clock.now = new Date(clock.now.getTime() + 25 * 60_000);
    await player.report({ plays: leases.map((lease, at) => adverts.shown(lease, { after: 20 * at })) });
  }
  const [mine] = (await ownOf(company).list()).campaigns;
  return { company, id, counted: mine!.counted };
}
const pdfOf = async (file: File) => readPdf(new Uint8Array(await file.arrayBuffer()));

test('a company and staff take the report of a campaign as a paper that can be read aloud; nobody else does', async () => {
  const { company, id, counted } = await shown();
  expect(counted).toBeGreaterThan(5);
  const file = await ownOf(company).reportPdf({ id });
  expect([file.type, file.name]).toEqual(['application/pdf', 'vidik-izvestaj-cacanske-kifle-zute-2027-03-01.pdf']);
  const paper = await pdfOf(file);
  expect(paper).toMatchObject({ title: 'Izveštaj o kampanji: Čačanske kifle, žute', isTagged: true });
  expect(paper.tags.slice(0, 4)).toContain('H1');
  expect(paper.tags).toContain('Table');
  for (const words of [
    'Pekara na uglu',
    'Izveštaj o kampanji · strana 1 od 2',
    `Broj izveštaja K-${id.slice(0, 8).toUpperCase()}/2027-03-01`,
    `100 L-banera, ostalo ${100 - counted}`,
    'Kifle, žuta',
    'Svi prijavljeni prikazi su uračunati.',
    'Prikazano je na manje od 5 televizora, pa se mesta ne navode.',
    `Vaučer ili ispravka: ${counted} L-`,
    '0,00 €',
    'Izveštaj sa televizora stigao je u roku od 72 sata.',
    'Merimo prikaze na povezanim televizorima, ne broj ljudi ispred ekrana.',
  ])
    expect(paper.text).toContain(words);
  expect((await pdfOf(await call(app, staff).campaigns.admin.reportPdf({ id }))).text).toBe(paper.text);
  const stranger = await adverts.company();
  expect(await codeOfCall(ownOf(stranger).reportPdf({ id }))).toBe('NOT_FOUND');
  expect(await codeOfCall(call(app, stranger).campaigns.admin.reportPdf({ id }))).toBe('FORBIDDEN');
  const draft = await adverts.campaign(company);
  expect(await codeOfCall(ownOf(company).reportPdf({ id: draft })), 'never approved').toBe('NOT_FOUND');
  await db.update(campaigns).set({ state: 'done', toldDoneAt: clock.now }).where(eq(campaigns.id, id));
});

test('a campaign that has had spots of two lengths has no plan of plays, on its page and on paper', async () => {
  const company = await adverts.company();
  const id = await adverts.campaign(company, { kind: 'spot', pace: 'even', seconds: [10, 20], budget: 400 });
  await adverts.approve(id);
  const tables = async () => {
    const { days } = await ownOf(company).report({ id });
    const { text } = await pdfOf(await ownOf(company).reportPdf({ id }));
    return [days[0]!.planned === null, !text.includes('Od plana')];
  };
  expect(await tables()).toEqual([true, true]);
  const first = and(eq(creatives.campaignId, id), eq(creatives.seconds, 10));
  await db.update(creatives).set({ withdrawnAt: clock.now }).where(first);
  expect(await tables(), 'what was shown before counts').toEqual([true, true]);
  expect((await pdfOf(await ownOf(company).reportPdf({ id }))).text).toContain('TV spot, 10, 20 s, 2 spota');
  await db.delete(creatives).where(first);
  expect(await tables(), 'of one length it has').toEqual([false, false]);
  await db.update(campaigns).set({ state: 'done', toldDoneAt: clock.now }).where(eq(campaigns.id, id));
});

test('when a campaign is done and no number of it can change, its company is told once what it came to, with the report', async () => {
  const { company, id, counted } = await shown();
  const look = async () => {
    await adverts.runJobs();
    await Promise.all([notifyDone(app.deps), notifyDone(app.deps)]);
  };
  await look();
  expect(await doneMails(company), 'it runs').toEqual([]);
  await ownOf(company).step({ id, to: 'end' });
  await look();
  expect(await doneMails(company), 'TVs may still report').toEqual([]);
  const { text } = await pdfOf(await ownOf(company).reportPdf({ id }));
  expect(text, 'until the day on which it was ended').toContain(
    `${formatDateRange('2027-03-01', '2027-03-01')} · što brže`,
  );
  await adverts.after(80 * 60);
  await adverts.runJobs();
  const said: string[] = [];
  const works: Jobs = jobs(app.deps);
  const job = works['campaigns.tell-done']!;
  await Promise.all([notifyDone(app.deps), job.work({}, (done, total) => said.push(`${done} of ${total}`))]);
  expect(said, 'whoever looks at the job sees how far it is').toEqual(['1 of 1']);
  await look();
  const [mail, ...more] = await doneMails(company);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ awaits: null, props: { counted, unit: 'banner', returned: 100 - counted } });
  const [attached] = mail!.attached!;
  expect(attached).toMatchObject({ name: 'vidik-izvestaj-cacanske-kifle-zute-2027-03-04.pdf' });
  const [file] = (await db.select().from(files).where(eq(files.ownerId, company.id))).filter(
    ({ kind }) => kind === 'advert-report',
  );
  expect(attached!.stored).toBe(nameOfContent(file!));
});

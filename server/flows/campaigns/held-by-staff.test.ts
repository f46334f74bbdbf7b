import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { campaignRefusals } from '#domain/campaigns/copy.ts';
import { blockedWords } from '#domain/campaigns/taken-back-copy.ts';
import { lockBalances } from '../../advertising/ledger.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { templates } from '../../emails.ts';
import { renderMail, writeMessage } from '../../platform/mail/write-mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { call, codeOfCall, person, type TestPerson } from '../../test/people.ts';
import { closeAccount } from '../people/close-account.ts';
import { lockCampaigns, takeFromCampaigns } from './take-back.ts';

/** Pauses of staff, and who lets a paused campaign go on. */

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const staff = call(app, await person(app, 'superAdmin'));
const desk = staff.campaigns.admin;
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;

async function running() {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 100 });
  await adverts.approve(id);
  return { who, id };
}

/** The text of the mail about taken units. */
async function tellsOf(who: TestPerson): Promise<string> {
  const letters = await db.select().from(mails).where(eq(mails.profileId, who.id));
  const letter = letters.find(({ template }) => template === 'campaigns.units-taken')!;
  return (await renderMail((await writeMessage(app.deps, templates, letter))!, app.config.publicUrl)).text;
}

test('what staff paused its company does not let go on: it reads why, until staff let it go on', async () => {
  const { who, id } = await running();
  const reason = 'Proveravamo prijavu o tuđem znaku.';
  await desk.step({ id, to: 'pause', reason });
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'paused', reason, isHeldByStaff: true });
  expect(await codeOfCall(ownOf(who).step({ id, to: 'resume' }))).toBe('CAMPAIGN_HELD');
  expect(await codeOfCall(ownOf(who).step({ id, to: 'pause' })), 'it is paused').toBe('ok');
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'paused', reason, isHeldByStaff: true });
  await desk.step({ id, to: 'resume', reason: '' });
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'active', reason: '', isHeldByStaff: false });

  await ownOf(who).step({ id, to: 'pause' });
  expect((await ownOf(who).read({ id })).isHeldByStaff).toBe(false);
  expect(await codeOfCall(desk.step({ id, to: 'pause', reason: '' })), 'its own pause is not ours').toBe(
    'CAMPAIGN_CHANGED',
  );
  expect(await codeOfCall(ownOf(who).step({ id, to: 'resume' })), 'its own pause').toBe('ok');
  await desk.step({ id, to: 'pause', reason: '' });
  expect(await codeOfCall(ownOf(who).step({ id, to: 'resume' })), 'without a reason too').toBe('CAMPAIGN_HELD');
  expect(await codeOfCall(ownOf(who).step({ id, to: 'end' })), 'it may end it').toBe('ok');
});

test('units that a refund takes from a campaign leave the words with which staff paused it', async () => {
  const { who, id } = await running();
  await desk.step({ id, to: 'pause', reason: 'Proveravamo znak.' });
  await db.transaction(async (tx) => {
    await lockCampaigns(tx, who.id);
    await lockBalances(tx, who.id);
    await takeFromCampaigns(tx, app.deps, who.id, { banners: 40, tvSeconds: 0 }, 'refund');
  });
  const { reason } = await ownOf(who).read({ id });
  expect(reason).toMatch(/^Proveravamo znak\. Iz budžeta je skinuto 40, /);
  expect(await tellsOf(who)).toMatch(/„Jesenja akcija“ ostaje pauzirana\. .* ostaje u budžetu\.$/m);
  expect(await codeOfCall(ownOf(who).step({ id, to: 'resume' }))).toBe('CAMPAIGN_HELD');
});

test('a campaign from which a refund takes everything does not go on before its company raises the budget', async () => {
  const { who, id } = await running();
  await db.transaction(async (tx) => {
    await lockCampaigns(tx, who.id);
    await lockBalances(tx, who.id);
    await takeFromCampaigns(tx, app.deps, who.id, { banners: 100, tvSeconds: 0 }, 'refund');
  });
  const refusedOf = (asked: Promise<unknown>) => asked.catch(({ code, message }) => [code, message]);
  expect(await refusedOf(ownOf(who).step({ id, to: 'resume' }))).toEqual([
    'CAMPAIGN_EMPTY',
    campaignRefusals.CAMPAIGN_EMPTY({ for: 'company' }),
  ]);
  expect(await refusedOf(desk.step({ id, to: 'resume', reason: '' }))).toEqual([
    'CAMPAIGN_EMPTY',
    campaignRefusals.CAMPAIGN_EMPTY({ for: 'staff' }),
  ]);
  const isEmpty = async () => [
    (await ownOf(who).read({ id })).isEmpty,
    (await desk.list({ state: 'paused' })).rows.find((one) => one.id === id)?.isEmpty,
  ];
  expect(await isEmpty(), 'nobody is offered to let it go on').toEqual([true, true]);
  expect(await tellsOf(who)).toContain(
    'jer je novac za paket vraćen. U budžetu nije ostalo ništa; kampanju nastavljate kada ga povećate.',
  );
  await ownOf(who).change({ id, budget: 50 });
  expect(await isEmpty()).toEqual([false, false]);
  expect(await codeOfCall(ownOf(who).step({ id, to: 'resume' }))).toBe('ok');
  expect(await ownOf(who).read({ id })).toMatchObject({ state: 'active', budget: 50 });
});

test('a campaign from which a refund takes a part goes on with the rest, as its company reads', async () => {
  const { who, id } = await running();
  await db.transaction(async (tx) => {
    await lockCampaigns(tx, who.id);
    await lockBalances(tx, who.id);
    await takeFromCampaigns(tx, app.deps, who.id, { banners: 40, tvSeconds: 0 }, 'refund');
  });
  expect(await tellsOf(who)).toContain('Sa ostatkom budžeta možete da je nastavite.');
  expect(await codeOfCall(ownOf(who).step({ id, to: 'resume' }))).toBe('ok');
});

test('the campaign of a closed or blocked account does not go on, and that is not offered', async () => {
  const { who, id } = await running();
  const { who: blocked, id: other } = await running();
  await ownOf(blocked).step({ id: other, to: 'pause' });
  await db.transaction((tx) => closeAccount(tx, app.deps, { id: who.id }, who.id));
  const { block } = staff.accounts.admin.people;
  await block({ id: blocked.id, on: true });
  const isOpen = async (of: string) =>
    (await desk.list({ state: 'paused' })).rows.find((one) => one.id === of)?.isAccountOpen;
  for (const of of [id, other]) {
    expect(await isOpen(of)).toBe(false);
    expect(await codeOfCall(desk.step({ id: of, to: 'resume', reason: '' }))).toBe('CAMPAIGN_ACCOUNT_CLOSED');
    expect((await desk.read({ id: of })).state).toBe('paused');
  }
  await block({ id: blocked.id, on: false });
  expect(await isOpen(other)).toBe(true);
  expect(await codeOfCall(desk.step({ id: other, to: 'resume', reason: '' }))).toBe('ok');
});

test('blocking an account pauses what it runs and takes back what waits; nothing goes on by itself once it is let in', async () => {
  const who = await adverts.company();
  const id = await adverts.campaign(who, { budget: 100, url: 'https://blokirana.example' });
  await adverts.approve(id);
  const held = await adverts.campaign(who, { budget: 100, name: 'Zimska akcija' });
  await adverts.approve(held);
  await desk.step({ id: held, to: 'pause', reason: 'Proveravamo znak.' });
  const waits = await adverts.campaign(who, { budget: 100, name: 'Prolećna akcija' });
  const other = await running();
  const tv = await adverts.tv();
  const ofIt = (await tv.player.bag()).leases.filter(({ opens }) => opens === 'blokirana.example');
  expect(ofIt).not.toEqual([]);

  const { block } = staff.accounts.admin.people;
  await block({ id: who.id, on: true });
  await block({ id: who.id, on: true });
  expect(await desk.read({ id })).toMatchObject({
    state: 'paused',
    reason: blockedWords.campaign,
    isHeldByStaff: false,
  });
  expect(await desk.read({ id: held })).toMatchObject({ state: 'paused', reason: 'Proveravamo znak.' });
  expect(await db.select({ state: campaigns.state }).from(campaigns).where(eq(campaigns.id, waits))).toEqual([
    { state: 'draft' },
  ]);
  expect((await desk.read({ id: other.id })).state, 'of another company').toBe('active');
  const after = await tv.player.bag();
  expect(after.revoked).toEqual(expect.arrayContaining(ofIt.map((lease) => lease.id)));
  expect(after.leases.filter(({ opens }) => opens === 'blokirana.example')).toEqual([]);
  const letters = (await db.select().from(mails).where(eq(mails.profileId, who.id))).filter(
    ({ template }) => template === 'campaigns.account-blocked',
  );
  expect(letters.map(({ props }) => props)).toEqual([{ paused: ['Jesenja akcija'], recalled: ['Prolećna akcija'] }]);
  const letter = (await writeMessage(app.deps, templates, letters[0]!))!;
  const { text } = await renderMail(letter, app.config.publicUrl);
  for (const name of ['„Jesenja akcija“', '„Prolećna akcija“']) expect(text).toContain(name);

  await block({ id: who.id, on: false });
  const listed = (await desk.list({ state: 'paused' })).rows.find((one) => one.id === id);
  expect(listed).toMatchObject({ isAccountOpen: true, reason: blockedWords.campaign });
  expect(await codeOfCall(desk.step({ id, to: 'resume', reason: '' }))).toBe('ok');
  expect(await desk.read({ id })).toMatchObject({ state: 'active', reason: '' });
});

test('what a blocked account sent in the moment of its block is not approved', async () => {
  const who = await adverts.company();
  await staff.accounts.admin.people.block({ id: who.id, on: true });
  const id = await adverts.campaign(who, { budget: 100 });
  expect(await codeOfCall(desk.approve({ id, sendings: 0 }))).toBe('CAMPAIGN_ACCOUNT_CLOSED');
  expect((await desk.read({ id })).state).toBe('review');
  await staff.accounts.admin.people.block({ id: who.id, on: false });
  expect(await codeOfCall(desk.approve({ id, sendings: 0 }))).toBe('ok');
});

import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, latin } from '#domain/fold.ts';
import { reservations } from '../events/schema.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';
import { mails } from './mail.schema.ts';

const app = await testApp();
const staff = await person(app, 'admin', { firstName: 'Uroš', lastName: 'Upravnik' });
const admin = call(app, staff);
const people = async (search: string) =>
  (await admin.accounts.admin.people.list({ search })).rows.map(({ lastName }) => lastName);

test('the database folds words as the browser does', async () => {
  const letters = fc.constantFrom(
    ...'abcdjlnzABDJčćžšđČĆŽŠĐабвгдђежзијйклљмнњопрстћуфхцчџшѓќАЂЉЊЏШéÉőÜñ ǆ-.@\'"„“–',
    'dj',
    'Dj',
    'c\u030c',
  );
  const texts = fc.sample(fc.array(letters, { minLength: 1, maxLength: 12 }), 400).map((all) => all.join(''));
  const rows = await app.db.ask<{ text: string; folded: string; latin: string }>(
    'select text, search_fold(text) as folded, serbian_latin(text) as latin from unnest($1::text[]) text',
    [texts],
  );
  for (const row of rows) expect(row).toEqual({ text: row.text, folded: foldText(row.text), latin: latin(row.text) });
});

test('people are found by marks or none, in either script, with "dj" for "đ"', async () => {
  await person(app, 'member', { firstName: 'Đorđe', lastName: 'Ćirković' });
  await person(app, 'member', { firstName: 'Љубица', lastName: 'Џајић' });
  for (const search of ['đorđe ćirković', 'Djordje Cirkovic', 'ЂОРЂЕ', 'dorde ћирковић', 'ci'])
    expect(await people(search), search).toEqual(['Ćirković']);
  for (const search of ['ljubica', 'LJUBICA DŽAJIĆ', 'љубица', 'dzajic', 'Џа'])
    expect(await people(search), search).toEqual(['Џајић']);
  expect(await people('Djurdja')).toEqual([]);
});

test('people and reservations are found by phone, however it was written and is typed', async () => {
  const place = { year: app.config.event.year, email: 'gost@primer.rs', firstName: 'Gost', country: 'RS' } as const;
  const price = { packageId: 'ticket-only', amount: 1, currency: 'RSD' } as const;
  const phones = { Domaća: '064/987-65-43', Strana: '+381 (0)64 987 65 43', Nula: '00381649876543' };
  for (const [lastName, phone] of Object.entries(phones)) {
    await person(app, 'member', { lastName, phone });
    await app.db.insert(reservations).values({ ...place, ...price, lastName, phone });
  }
  const guests = async (search: string) =>
    (await admin.events.admin.list({ search })).rows.map(({ lastName }) => lastName);
  for (const search of [
    '064/987-65-43',
    '+381 64 987 6543',
    '0649876543',
    '00381 64 9876',
    '064 98',
    '98765',
    '(064) 987',
  ])
    for (const found of [people, guests])
      expect(new Set(await found(search)), search).toEqual(new Set(Object.keys(phones)));
  expect(await guests('064/987-65-44')).toEqual([]);
  expect(await people('065/987-65-43')).toEqual([]);
});

test('mails are found by the name of whom they are to, with an account or as a guest', async () => {
  const reader = await person(app, 'member', { firstName: 'Želimir', lastName: 'Primalac', email: 'zp@primer.rs' });
  const mail = { template: 'accounts.rejected', props: {}, state: 'sent' } as const;
  await app.db.insert(mails).values([
    { ...mail, to: 'stara-adresa@primer.rs', profileId: reader.id, subject: 'Prva' },
    { ...mail, to: 'gost@primer.rs', subject: 'Druga' },
    { ...mail, to: 'treci@primer.rs', subject: 'Treća' },
  ]);
  const found = async (search: string) => (await admin.admin.mails.list({ search })).rows.map(({ subject }) => subject);
  expect(await found('zelimir primalac')).toEqual(['Prva']);
  expect(await found('Gost Domaća')).toEqual(['Druga']);
  expect(await found('treca')).toEqual(['Treća']);
  expect(await found('Nepostojeći')).toEqual([]);
});

test('a whole address finds its owner alone: among people, mails and in the log; of nobody’s, those that begin so', async () => {
  const owner = await person(app, 'member', { lastName: 'Kratić', email: 'celo@primer.co' });
  const other = await person(app, 'member', { lastName: 'Dugić', email: 'celo@primer.com' });
  const mail = { template: 'accounts.rejected', props: {}, state: 'sent' } as const;
  await app.db.insert(mails).values([
    { ...mail, to: 'ranije@primer.rs', profileId: owner.id, subject: 'Na raniju' },
    { ...mail, to: owner.email, subject: 'Bez naloga' },
    { ...mail, to: other.email, profileId: other.id, subject: 'Drugome' },
  ]);
  for (const [actor, subject] of [
    [owner, other],
    [other, owner],
  ] as const)
    await app.db.execute(sql`insert into audit_log (actor, actor_email, action, subject_kind, subject_id)
      values (${actor.id}, ${actor.email}, 'accounts.edited', 'profile', ${subject.id})`);

  const sentTo = async (search: string) =>
    (await admin.admin.mails.list({ search })).rows.map(({ subject }) => subject);
  const log = async (wanted: { actor?: string; subject?: string }) =>
    (await admin.admin.audit({ ...wanted, action: 'accounts.edited' })).rows.map(({ subjectId }) => subjectId);
  expect(await people('CELO@primer.co')).toEqual(['Kratić']);
  expect((await admin.accounts.admin.people.count({ search: 'celo@primer.co' })).total.count).toBe(1);
  expect(await sentTo('celo@primer.co')).toEqual(['Bez naloga', 'Na raniju']);
  expect(await log({ subject: 'celo@primer.co' })).toEqual([owner.id]);
  expect(await log({ actor: 'celo@primer.co' })).toEqual([other.id]);

  expect(await people('elo@primer.co'), 'nobody has this one').toEqual(['Dugić', 'Kratić']);
  expect(await sentTo('elo@primer.co')).toEqual(['Drugome', 'Bez naloga', 'Na raniju']);
  expect(await log({ subject: 'elo@primer.co' })).toEqual([owner.id, other.id]);
  expect(await log({ actor: 'elo@primer.co' })).toEqual([owner.id, other.id]);
});

test('the log is found by a name and by any part of an address: of who did it and of whom it was done to', async () => {
  const one = await person(app, 'member', { firstName: 'Đina', lastName: 'Dnevnik', email: 'dina.dnevnik@primer.rs' });
  await admin.accounts.admin.people.edit({ id: one.id, from: { city: 'Čačak' }, to: { city: 'Niš' } });
  const found = async (wanted: { actor?: string; subject?: string }) =>
    (await admin.admin.audit({ ...wanted, action: 'accounts.edited' })).rows.map(({ subjectId }) => subjectId);
  for (const subject of ['Djina Dnevnik', 'дневник', 'a.dnevnik@primer', 'dnevnik@', 'dina.dnevnik@primer.rs'])
    expect(await found({ subject }), subject).toEqual([one.id]);
  const mine = staff.email.slice(2);
  for (const actor of ['upravnik uros', mine, staff.email, staff.id]) {
    expect(await found({ actor }), actor).toEqual([one.id]);
    expect(await found({ actor, subject: 'Đina' }), actor).toEqual([one.id]);
    expect(await found({ actor, subject: 'Uroš' }), actor).toEqual([]);
  }
  expect(await found({ actor: 'Đina' })).toEqual([]);
});

test('names stand in the order of the Serbian alphabet, page by page, both ways', async () => {
  const alphabet = [
    'Cvetić',
    'Čolić',
    'Ćirić',
    'Dušić',
    'Duvnjak',
    'Џакић',
    'Đurić',
    'ilić',
    'Ilićev',
    'Lukić',
    'Љубић',
  ];
  const rest = ['Nikić', 'Njegić', 'Savić', 'Šarić', 'Zorić', 'Жарић'];
  const names = [...alphabet, ...rest];
  for (const lastName of names.toReversed())
    for (let n = 0; n < 7; n += 1) await person(app, 'member', { firstName: `Azbučni${n}`, lastName });
  for (const direction of ['asc', 'desc'] as const) {
    const seen: string[] = [];
    for (let after: string | undefined, more = true; more; ) {
      const page = await admin.accounts.admin.people.list({ search: 'azbučni', sort: 'name', direction, after });
      seen.push(...page.rows.map(({ lastName }) => lastName!));
      after = page.next ?? undefined;
      more = page.next !== null;
    }
    expect(seen).toHaveLength(names.length * 7);
    const once = seen.filter((name, place) => name !== seen[place - 1]);
    expect(once).toEqual(direction === 'asc' ? names : names.toReversed());
    const everybody = await admin.accounts.admin.people.list({ sort: 'name', direction });
    const next = await admin.accounts.admin.people.list({ sort: 'name', direction, after: everybody.next! });
    expect(next.rows[0]!.lastName).not.toBeNull();
  }
  const { rows } = await app.db.execute<{ name: string }>(sql`
    select name from (values ('Žika'), ('Zora'), ('Čeda'), ('Cana')) v (name) order by name collate serbian`);
  expect(rows.map(({ name }) => name)).toEqual(['Cana', 'Čeda', 'Zora', 'Žika']);
});

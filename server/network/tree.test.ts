import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../accounts/schema.ts';
import { testApp } from '../test/app.ts';
import { networkMember } from '../test/network.ts';
import { call, person, type TestPerson } from '../test/people.ts';

const app = await testApp();
const admin = await person(app, 'admin');
const { network } = call(app, admin);

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    (error) => error.code as string,
  );
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** All parts of a tree put together, as the screen does it. */
async function wholeTree(under?: string, limit = 7) {
  const rows: { id: string; name: string; upline: string | null }[] = [];
  let after: string | undefined;
  let total: number | null = null;
  for (;;) {
    const part = await network.admin.tree({ under, after, limit });
    total ??= part.total;
    for (const { id, name, uplineId } of part.members) rows.push({ id, name, upline: uplineId });
    if (!part.next) return { rows, total };
    after = part.next;
  }
}

const names = ['Милица 😀', '"Navodnici" & \'apostrofi\'', 'שלום עולם', '<script>alert(1)</script>', 'Đorđe'];
const top = await networkMember(app, null, { firstName: 'Marko', lastName: 'Petrović' });
const second = await networkMember(app, null, { firstName: null, lastName: null, username: 'samo-nadimak' });
const children: TestPerson[] = [];
for (const name of names) children.push(await networkMember(app, top, { firstName: name, lastName: '' }));
const deep: (TestPerson & { code: string })[] = [];
for (let i = 0; i < 12; i += 1) deep.push(await networkMember(app, deep[i - 1] ?? children[4]));
const bushy: TestPerson[] = [];
for (let i = 0; i < 20; i += 1) bushy.push(await networkMember(app, deep[0]));

test('the tree arrives in parts, from the top down, siblings together in the order they joined', async () => {
  const { rows, total } = await wholeTree();
  expect(total).toBe(rows.length);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2 + 5 + 12 + 20);
  const seen = new Set<string | null>([null]);
  for (const { id, upline } of rows) {
    expect(seen, 'a member never comes before their upline').toContain(upline);
    seen.add(id);
  }
  expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([top.id, second.id]);
  expect(rows.filter(({ upline }) => upline === top.id).map(({ id }) => id)).toEqual(children.map(({ id }) => id));
  expect(rows.filter(({ upline }) => upline === deep[0]!.id).map(({ id }) => id)).toEqual(
    [deep[1], ...bushy].map((who) => who!.id),
  );
  expect(rows).toEqual((await wholeTree(undefined, 20_000)).rows);
});

test('names arrive as they were written; who has none is called by the username', async () => {
  const { rows } = await wholeTree();
  expect(rows.filter(({ upline }) => upline === top.id).map(({ name }) => name)).toEqual(names);
  expect(rows[1]!.name).toBe('samo-nadimak');
});

test('one member’s branch is a tree of its own', async () => {
  const { rows, total } = await wholeTree(deep[0]!.id);
  expect(total).toBe(1 + 11 + 20);
  expect(rows[0]!.id).toBe(deep[0]!.id);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([...deep, ...bushy].map(({ id }) => id)));
  expect(await refusal(network.admin.tree({ under: (await person(app)).id }))).toBe('NETWORK_PERSON_GONE');
  expect(await refusal(network.admin.tree({ after: NIL_UUID }))).toBe('NETWORK_PERSON_GONE');
  expect(await refusal(network.admin.tree({ limit: 20_001 }))).toBe('BAD_REQUEST');
});

test('a move is seen in the version of the whole tree and of the branches it concerns, and in no other', async () => {
  const [branch, other] = [await networkMember(app, top), await networkMember(app, top)];
  const [leaf, twin] = [await networkMember(app, branch), await networkMember(app, branch)];
  const elsewhere = await networkMember(app, other);
  const shown = async (under?: string) => {
    const { total, version } = await network.admin.tree({ under, limit: 1 });
    return { total, version };
  };
  const all = async () => ({ whole: await shown(), from: await shown(branch.id), to: await shown(other.id) });
  const before = await all();
  expect(await all()).toEqual(before);
  await network.admin.move({ id: twin.id, uplineId: leaf.id, shown: branch.id });
  const within = await all();
  expect(within.whole.total).toBe(before.whole.total);
  expect(within.whole.version).not.toBe(before.whole.version);
  expect(within.from.version).not.toBe(before.from.version);
  expect(within.to, 'nothing happened there').toEqual(before.to);
  await network.admin.move({ id: leaf.id, uplineId: other.id, shown: branch.id });
  await network.admin.move({ id: elsewhere.id, uplineId: branch.id, shown: other.id });
  const across = await all();
  expect(across.from.version).not.toBe(within.from.version);
  expect(across.to.version).not.toBe(within.to.version);
  const next = await network.admin.tree({ after: top.id, limit: 1 });
  expect([next.total, next.version], 'of the first part only').toEqual([null, null]);
  await network.admin.blockInvites({ id: leaf.id, blocked: true });
  expect(await all()).toEqual(across);
});

test('an empty network is an empty tree', async () => {
  const empty = await testApp();
  const its = call(empty, await person(empty, 'admin')).network;
  expect(await its.admin.tree({})).toEqual({ members: [], total: 0, version: 0, next: null });
  expect(await its.admin.people({ who: 'members' })).toEqual([]);
});

test('a member’s card shows everything about the place', async () => {
  const card = await network.admin.member({ id: deep[1]!.id });
  expect(card).toMatchObject({
    name: 'Milica Živković',
    email: deep[1]!.email,
    phone: '+381641234567',
    referralCode: deep[1]!.code,
    referralLink: `http://localhost:3000/ref-register?code=${deep[1]!.code}`,
    level: 4,
    direct: 1,
    downline: 10,
    invitesBlocked: false,
    above: [
      { id: top.id, name: 'Marko Petrović' },
      { id: children[4]!.id, name: 'Đorđe' },
      { id: deep[0]!.id, name: 'Milica Živković' },
    ],
  });
  expect(await refusal(network.admin.member({ id: (await person(app)).id }))).toBe('NETWORK_PERSON_GONE');
});

test('people are found by any of their words, without diacritics, in any order', async () => {
  const wanted = await networkMember(app, second, {
    firstName: 'Anđelija',
    lastName: 'Čvorović-Šljukić',
    username: 'andja.c',
    email: 'andjelija_c@primer.rs',
  });
  const find = async (search: string) => (await network.admin.people({ who: 'members', search })).map(({ id }) => id);
  for (const search of [
    'Anđelija',
    'andjelija',
    'ANDJELIJA CVOROVIC',
    'šljukić anđ',
    'sljuk',
    'andja.c',
    'andjelija_c@',
    wanted.code.toLowerCase(),
    'an',
    '  čvorović  ',
  ])
    expect(await find(search), search).toContain(wanted.id);
  for (const search of ['%', '_____', 'andjelijaXc', '\\', "'", '<script>x', 'nema takvog'])
    expect(await find(search), search).not.toContain(wanted.id);
  expect(await find('<script>')).toEqual([children[3]!.id]);
  expect(await find('שלום')).toEqual([children[2]!.id]);
  const [found] = await network.admin.people({ who: 'members', search: 'sljukic' });
  expect(found).toMatchObject({ name: 'Anđelija Čvorović-Šljukić', level: 2, uplineName: 'samo-nadimak' });
});

test('a changed name is found by the new one only', async () => {
  const [who, other] = [
    await networkMember(app, null, { firstName: 'Privremena' }),
    await networkMember(app, null, { firstName: 'Privremena' }),
  ];
  await app.db.update(profiles).set({ firstName: 'Stalna' }).where(eq(profiles.id, who.id));
  const find = async (search: string) => (await network.admin.people({ who: 'members', search })).map(({ id }) => id);
  expect([await find('privremena'), await find('stalna')]).toEqual([[other.id], [who.id]]);
});

test('the two lists to choose from: members, and approved people who are not members', async () => {
  const outsider = await person(app, 'member', { firstName: 'Spoljna' });
  await person(app, 'waiting', { firstName: 'Spoljna' });
  await person(app, 'member', { firstName: 'Spoljna', blockedAt: new Date() });
  const member = await networkMember(app, null, { firstName: 'Spoljna' });
  const ids = async (who: 'members' | 'outsiders', search?: string) =>
    (await network.admin.people({ who, search })).map(({ id }) => id);
  expect(await ids('outsiders', 'spoljna')).toEqual([outsider.id]);
  expect(await ids('members', 'spoljna')).toEqual([member.id]);
  expect((await ids('members'))[0], 'newest first').toBe(member.id);
  expect((await ids('outsiders'))[0]).toBe(outsider.id);
});

test('two thousand people under one member are one level of the tree', async () => {
  const crowded = await testApp();
  const its = call(crowded, await person(crowded, 'admin')).network;
  const hub = await networkMember(crowded);
  await crowded.db.execute(`
    insert into auth.users (id, email) select gen_random_uuid(), 'dete' || n || '@primer.rs' from generate_series(1, 2000) n;
    insert into profiles (id, email, username, in_tree, parent_id, referral_code)
      select id, email, email, true, '${hub.id}', 'T' || row_number() over () from auth.users where email like 'dete%';`);
  const part = await its.admin.tree({ limit: 5_000 });
  expect(part.members.map(({ uplineId }) => uplineId)).toEqual([null, ...Array<string>(2_000).fill(hub.id)]);
  expect(part.next).toBeNull();
  expect((await its.admin.member({ id: hub.id })).direct).toBe(2_000);
  expect(await call(crowded, hub).network.mine()).toMatchObject({ levels: [2_000] });
});

import { expect, test } from 'vitest';
import { erasePerson } from '../flows/people/erase-person.ts';
import { systemActor } from '../platform/audit.ts';
import { testApp } from '../test/app.ts';
import { networkMember } from '../test/network.ts';
import { call, person } from '../test/people.ts';

const app = await testApp();

test('a member sees their code, link, inviter, direct members and how many stand on each level', async () => {
  const top = await networkMember(app, null, { username: 'prva' });
  const me = await networkMember(app, top);
  const direct = [];
  for (let i = 0; i < 3; i += 1) direct.push(await networkMember(app, me, { username: `dete-${i}` }));
  const grandchild = await networkMember(app, direct[0], { firstName: 'Unuka', phone: '+381600000001' });
  await networkMember(app, grandchild);
  await networkMember(app, top, { firstName: 'Sestra' });
  expect(await call(app, me).network.mine()).toEqual({
    code: me.code,
    link: `http://localhost:3000/ref-register?code=${me.code}`,
    invitesBlocked: false,
    inviter: 'prva',
    levels: [3, 1, 1],
    devices: { counted: 0, waiting: 0 },
  });
  const { rows, next } = await call(app, me).network.myDirect({});
  expect(rows.map(({ name }) => name)).toEqual(['dete-2', 'dete-1', 'dete-0']);
  expect(next).toBeNull();
  expect(Object.keys(rows[0]!).sort(), 'a username and a day, nothing to reach anybody by').toEqual([
    'id',
    'joinedAt',
    'name',
  ]);
  expect(await call(app, top).network.mine()).toMatchObject({ inviter: null, levels: [2, 3, 1, 1] });
});

test('direct members are called by their username, never by their name', async () => {
  const me = await networkMember(app);
  const named = { firstName: 'Radmila', lastName: 'Tajnović', username: 'radmila.t' };
  await networkMember(app, me, named);
  await networkMember(app, me, { ...named, username: 'bez-imena', firstName: '', lastName: '' });
  const { rows } = await call(app, me).network.myDirect({});
  expect(rows.map(({ name }) => name)).toEqual(['bez-imena', 'radmila.t']);
  expect(JSON.stringify(rows)).not.toMatch(/Radmila|Tajnović/);
});

test('many direct members come in pages, each once', async () => {
  const me = await networkMember(app);
  for (let i = 0; i < 120; i += 1) await networkMember(app, me);
  const seen: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await call(app, me).network.myDirect({ after });
    seen.push(...page.rows.map(({ id }) => id));
    if (!page.next) break;
    after = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
});

test('the list of direct members goes on where it was when the last one shown has left', async () => {
  const me = await networkMember(app);
  for (let i = 0; i < 60; i += 1) await networkMember(app, me);
  const first = await call(app, me).network.myDirect({});
  await app.db.transaction((tx) => erasePerson(tx, app.deps, systemActor, first.rows.at(-1)!.id));
  const rest = await call(app, me).network.myDirect({ after: first.next! });
  expect([first.rows.length, rest.rows.length, rest.next]).toEqual([50, 10, null]);
});

test('somebody else’s member gives no access to their list', async () => {
  const [me, other] = [await networkMember(app), await networkMember(app)];
  const theirs = await networkMember(app, other);
  await networkMember(app, other);
  expect(await call(app, me).network.myDirect({ after: theirs.id })).toEqual({ rows: [], next: null });
});

test('a member outside the network has no place yet; a waiting account and a visitor are not asked in', async () => {
  expect(await call(app, await person(app)).network.mine()).toBeNull();
  await expect(call(app, await person(app, 'waiting')).network.mine()).rejects.toThrow('čeka odobrenje');
  await expect(call(app).network.mine()).rejects.toThrow('Prijavite se');
});

import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Id } from '#domain/shapes.ts';
import { profiles } from '../accounts/schema.ts';
import { users } from '../auth/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { violatedConstraint } from '../platform/database-errors.ts';
import { testApp } from '../test/app.ts';
import { networkMember, pathsFromParents, placeOf } from '../test/network.ts';
import { call, person } from '../test/people.ts';

const app = await testApp();
const admin = await person(app, 'admin');
async function move(id: string, uplineId: string | null, shown?: string | null) {
  const known = Id.safeParse(id).success;
  const [now] = known ? await app.db.select().from(profiles).where(eq(profiles.id, id)) : [];
  const seen = shown === undefined ? (now?.parentId ?? null) : shown;
  return call(app, admin).network.admin.move({ id, uplineId, shown: seen });
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    (error) => error.code as string,
  );
const constraint = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    (error) => violatedConstraint(error),
  );
/** A column of members, each under the one before. */
async function chain(length: number) {
  const column = [await networkMember(app)];
  while (column.length < length) column.push(await networkMember(app, column.at(-1)));
  return column;
}
async function expectPathsRight() {
  for (const { path, expected } of (await pathsFromParents(app)).values()) expect(path).toBe(expected);
}

test('a member moves with everybody below, and the log says from where to where', async () => {
  const [a, b, c] = await chain(3);
  const other = await networkMember(app);
  const joined = (await placeOf(app, b!)).joinedAt;
  expect(await move(b!.id, other.id)).toEqual({ moved: 2 });
  expect(await placeOf(app, c!)).toMatchObject({ parentId: b!.id, level: 3 });
  expect((await placeOf(app, c!)).path).toContain(other.id.replaceAll('-', '_'));
  expect((await placeOf(app, b!)).joinedAt, 'since when stays').toEqual(joined);
  await expectPathsRight();
  const [entry] = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, b!.id));
  expect(entry).toMatchObject({
    action: 'network.moved',
    actor: admin.id,
    before: { uplineId: a!.id },
    after: { uplineId: other.id, moved: 2 },
  });
  expect(await move(b!.id, null)).toEqual({ moved: 2 });
  expect((await placeOf(app, b!)).level).toBe(1);
  expect(await move(b!.id, null), 'nothing to do').toEqual({ moved: 0 });
});

test('two move the same member: who saw the old place is told the new one, and nothing moves', async () => {
  const [a, b] = await chain(2);
  const [one, other] = [await networkMember(app), await networkMember(app)];
  expect(await move(b!.id, one.id, a!.id)).toEqual({ moved: 1 });
  await expect(move(b!.id, other.id, a!.id)).rejects.toMatchObject({
    code: 'NETWORK_PLACE_CHANGED',
    data: { upline: { id: one.id } },
  });
  expect((await placeOf(app, b!)).parentId).toBe(one.id);
  expect(await move(b!.id, one.id, a!.id), 'the same request twice is done once').toEqual({ moved: 0 });
  const third = await networkMember(app);
  const answers = await Promise.all([other, third].map(({ id }) => refusal(move(b!.id, id, one.id))));
  expect(answers.sort(), 'at once one of two').toEqual(['NETWORK_PLACE_CHANGED', 'no refusal']);
});

test('nobody moves under themselves or their own downline, to nobody, or from nowhere', async () => {
  const [a, b, c] = await chain(3);
  const outsider = await person(app);
  expect(await refusal(move(a!.id, a!.id))).toBe('UPLINE_IS_SELF');
  expect(await refusal(move(a!.id, b!.id))).toBe('NETWORK_CYCLE');
  expect(await refusal(move(a!.id, c!.id))).toBe('NETWORK_CYCLE');
  expect(await refusal(move(a!.id, outsider.id))).toBe('UPLINE_GONE');
  expect(await refusal(move(outsider.id, a!.id))).toBe('NETWORK_PERSON_GONE');
  expect(await refusal(move(a!.id, '00000000-0000-4000-8000-000000000000'))).toBe('UPLINE_GONE');
  expect(await refusal(move('nije-uuid', a!.id))).toBe('BAD_REQUEST');
  await expectPathsRight();
});

test('of two opposite moves at the same instant exactly one happens', async () => {
  for (let round = 0; round < 25; round += 1) {
    const [a, b] = [await networkMember(app), await networkMember(app)];
    const answers = await Promise.all([refusal(move(a.id, b.id)), refusal(move(b.id, a.id))]);
    expect(answers.sort()).toEqual(['NETWORK_CYCLE', 'no refusal']);
  }
  await expectPathsRight();
});

test('the database itself refuses opposite moves, whoever writes', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = [await networkMember(app), await networkMember(app)];
    const write = (id: string, under: string) =>
      constraint(app.db.update(profiles).set({ parentId: under }).where(eq(profiles.id, id)).execute());
    expect((await Promise.all([write(a.id, b.id), write(b.id, a.id)])).sort()).toEqual([
      'network_no_cycle',
      'no refusal',
    ]);
  }
  await expectPathsRight();
});

test('a deleted member’s direct downline rises to their upline, whole and in order', async () => {
  const [top, gone] = await chain(2);
  const children = [];
  for (let i = 0; i < 5; i += 1) children.push(await networkMember(app, gone));
  const grandchild = await networkMember(app, children[2]);
  await app.db.delete(users).where(eq(users.id, gone!.id));
  const raised = await app.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.parentId, top!.id))
    .orderBy(profiles.joinedNetworkAt);
  expect(raised.map(({ id }) => id)).toEqual(children.map(({ id }) => id));
  expect(await placeOf(app, grandchild)).toMatchObject({ parentId: children[2]!.id, level: 3 });
  await app.db.delete(users).where(eq(users.id, top!.id));
  expect(await placeOf(app, children[0]!)).toMatchObject({ parentId: null, level: 1 });
  await expectPathsRight();
});

test('when several of one column are deleted by one statement, the rest rises to the nearest who stays', async () => {
  const [a, b, c, d, e] = await chain(5);
  await app.db.execute(sql`delete from profiles where id in (${b!.id}, ${d!.id}, ${c!.id})`);
  expect(await placeOf(app, e!)).toMatchObject({ parentId: a!.id, level: 2 });
  await expectPathsRight();
});

test('somebody enrolled under a member who is being deleted ends up under somebody, or is refused', async () => {
  for (let round = 0; round < 15; round += 1) {
    const [top, middle] = await chain(2);
    const newcomer = await person(app);
    const [, answer] = await Promise.all([
      app.db.delete(users).where(eq(users.id, middle!.id)),
      refusal(call(app, newcomer).network.enrollWithReferral({ p_ref: middle!.code })),
    ]);
    const place = await placeOf(app, newcomer);
    if (answer === 'no refusal') expect(place).toMatchObject({ parentId: top!.id, level: 2 });
    else expect([answer, place.inTree]).toEqual(['REFERRAL_CODE_INVALID', false]);
  }
});

test('the database keeps the rules whoever writes', async () => {
  const [a, b] = await chain(2);
  const outsider = await person(app);
  const set = (id: string, values: Partial<typeof profiles.$inferInsert>) =>
    constraint(app.db.update(profiles).set(values).where(eq(profiles.id, id)).execute());
  expect(await set(b!.id, { path: 'root.izmisljeno' })).toBe('network_path_follows');
  expect(await set(b!.id, { networkKey: 'abcdef' })).toBe('network_path_follows');
  expect(await set(a!.id, { parentId: a!.id })).not.toBe('no refusal');
  expect(await set(a!.id, { parentId: b!.id })).toBe('network_no_cycle');
  expect(await set(b!.id, { parentId: outsider.id })).toBe('network_upline_in_tree');
  expect(await set(a!.id, { inTree: false })).toBe('network_leaves_nobody_behind');
  expect(await set(outsider.id, { inTree: true }), 'without a code').toBe('profiles_tree_has_code');
  expect(await set(outsider.id, { parentId: a!.id }), 'outside, but under somebody').toBe(
    'profiles_parent_only_in_tree',
  );
  expect(await set(outsider.id, { path: 'root.x' }), 'outside, but with a path').toBe('network_path_follows');
  expect(await set(b!.id, { inTree: false, parentId: null })).toBe('no refusal');
  expect(await placeOf(app, b!)).toMatchObject({ inTree: false, path: null, level: null, joinedAt: null });
  await expectPathsRight();
});

test('a path written together with a place is the database’s, not the writer’s', async () => {
  const top = await networkMember(app);
  const liar = await networkMember(app, top, { path: 'root.nesto_drugo' });
  expect((await placeOf(app, liar)).path).toBe(`root.${top.id.replaceAll('-', '_')}.${liar.id.replaceAll('-', '_')}`);
});

test('one statement that moves several members leaves every path right, or is refused whole', async () => {
  const [a, x, c] = await chain(3);
  const [b, y] = await chain(2);
  const rearrange = (pairs: [string, string][]) =>
    constraint(
      app.db
        .execute(
          sql`update profiles p set parent_id = v.upline::uuid from (values ${sql.join(
            pairs.map(([id, upline]) => sql`(${id}, ${upline})`),
            sql`, `,
          )}) as v (id, upline) where p.id = v.id::uuid`,
        )
        .then(),
    );
  expect(
    await rearrange([
      [c!.id, b!.id],
      [b!.id, x!.id],
    ]),
  ).toBe('no refusal');
  await expectPathsRight();
  expect(
    await rearrange([
      [y!.id, c!.id],
      [b!.id, a!.id],
    ]),
  ).toBe('no refusal');
  await expectPathsRight();
  expect(
    await rearrange([
      [b!.id, c!.id],
      [a!.id, y!.id],
    ]),
  ).toBe('network_no_cycle');
  await expectPathsRight();
});

test('a snapshot older than the lock writes nothing', async () => {
  const [a, b] = [await networkMember(app), await networkMember(app)];
  const late = app.db.transaction((tx) => tx.update(profiles).set({ parentId: b.id }).where(eq(profiles.id, a.id)), {
    isolationLevel: 'repeatable read',
  });
  await expect(late).rejects.toThrow();
  expect((await placeOf(app, a)).parentId).toBeNull();
});

test('a column deeper than the index reaches stands, moves and is counted', async () => {
  const ids = Array.from({ length: 450 }, () => crypto.randomUUID());
  await app.db.insert(users).values(ids.map((id) => ({ id, email: `${id}@primer.rs` })));
  await app.db.execute(`
    do $$ declare above uuid; id uuid; n int := 0; begin
      foreach id in array '{${ids.join(',')}}'::uuid[] loop
        n := n + 1;
        insert into profiles (id, email, username, in_tree, parent_id, referral_code)
          values (id, id || '@primer.rs', id, true, above, 'D' || n);
        above := id;
      end loop;
    end $$`);
  const target = await networkMember(app);
  expect((await call(app, admin).network.admin.member({ id: ids[0]! })).downline).toBe(449);
  expect((await call(app, admin).network.admin.member({ id: ids[300]! })).downline).toBe(149);
  expect(await move(ids[20]!, target.id)).toEqual({ moved: 430 });
  expect((await placeOf(app, { id: ids[449]! })).level).toBe(431);
  expect(await refusal(move(target.id, ids[449]!))).toBe('NETWORK_CYCLE');
  const card = await call(app, admin).network.admin.member({ id: ids[449]! });
  expect(card.above.map(({ id }) => id)).toEqual([target.id, ...ids.slice(20, 449)]);
  await expectPathsRight();
});

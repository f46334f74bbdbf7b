import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profiles } from '../accounts/schema.ts';
import { users } from '../auth/schema.ts';
import { testApp } from '../test/app.ts';
import { pathsFromParents } from '../test/network.ts';
import { call, person } from '../test/people.ts';
import { SEED, size } from '../test/size.ts';

const app = await testApp();
const admin = await person(app, 'admin');

const STEPS = size(400, 5_000);
const PEOPLE = STEPS / 2;

/** The plain model: who stands under whom; `null` is the top, absent is outside. */
type Model = Map<string, string | null>;
const isBelow = (model: Model, id: string, above: string): boolean => {
  const upline = model.get(id);
  return upline === above || (upline != null && isBelow(model, upline, above));
};

type Step = { kind: 'enrol' | 'move' | 'remove'; who: number; under: number };
const step = fc.record<Step>({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constant('enrol' as const) },
    { weight: 4, arbitrary: fc.constant('move' as const) },
    { weight: 1, arbitrary: fc.constant('remove' as const) },
  ),
  who: fc.nat({ max: PEOPLE - 1 }),
  under: fc.nat({ max: PEOPLE - 1 }),
});

/**
 * The log of the database says in which order things really happened, because entries are written under the network's
 * lock; the model replays them in that order, whatever order the connections asked in.
 */
test(`${STEPS} enrolments, moves and deletions from several connections at once leave the forest that the log describes`, async () => {
  const steps = fc.sample(step, { numRuns: STEPS, seed: SEED });
  const people = Array.from({ length: PEOPLE }, () => crypto.randomUUID());
  await app.db.insert(users).values(people.map((id) => ({ id, email: `${id}@primer.rs` })));
  await app.db.insert(profiles).values(people.map((id) => ({ id, email: `${id}@primer.rs`, username: id })));
  const { network } = call(app, admin);
  const refusals = new Set<string>();

  async function perform({ kind, who, under }: Step) {
    const [id, upline] = [people[who]!, people[under]!];
    if (kind === 'remove') {
      await app.db.delete(users).where(eq(users.id, id));
    } else if (kind === 'move') {
      const [now] = await app.db.select().from(profiles).where(eq(profiles.id, id));
      await network.admin.move({ id, uplineId: under % 50 === 0 ? null : upline, shown: now?.parentId ?? null });
    } else {
      const [above] = await app.db.select().from(profiles).where(eq(profiles.id, upline));
      await network.admin.enrollRef({ p_user: id, p_ref: above?.referralCode ?? 'root' });
    }
  }

  const queue = [...steps];
  const connection = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      await perform(next).catch((error) => refusals.add(error.code));
  };
  await app.db.execute(
    `create function note_removal() returns trigger language plpgsql as $$ begin
       insert into audit_log (actor, action, subject_kind, subject_id) values ('system', 'test.removed', 'profile', old.id); return null; end $$;
     create trigger note_removal after delete on profiles for each row execute function note_removal();`,
  );
  await Promise.all(Array.from({ length: 8 }, connection));

  const model: Model = new Map();
  const { rows: log } = await app.db.execute<{
    action: string;
    subject_id: string;
    after: { uplineId: string | null } | null;
  }>(
    `select action, subject_id, after from audit_log where action like 'network.%' or action = 'test.removed' order by id`,
  );
  for (const { action, subject_id: id, after } of log) {
    if (action === 'test.removed') {
      const heir = model.get(id) ?? null;
      for (const [child, upline] of model) if (upline === id) model.set(child, heir);
      model.delete(id);
      continue;
    }
    const uplineId = after!.uplineId;
    expect(uplineId === null || model.has(uplineId), 'an upline is in the network').toBe(true);
    if (action === 'network.moved') {
      expect(model.has(id)).toBe(true);
      expect(uplineId !== null && (uplineId === id || isBelow(model, uplineId, id)), 'no circle').toBe(false);
    } else expect(model.has(id), 'nobody enters twice').toBe(false);
    model.set(id, uplineId);
  }

  const rows = await app.db.select().from(profiles).where(eq(profiles.inTree, true));
  expect(new Map(rows.map((row) => [row.id, row.parentId]))).toEqual(model);
  const depthOf = (id: string): number => {
    const upline = model.get(id);
    return upline == null ? 1 : 1 + depthOf(upline);
  };
  const paths = await pathsFromParents(app);
  for (const row of rows) {
    expect(row.path).toBe(paths.get(row.id)!.expected);
    expect(row.networkLevel).toBe(depthOf(row.id));
    expect(row.networkKey).toHaveLength(6 * depthOf(row.id));
  }
  for (const id of fc.sample(fc.constantFrom(...model.keys()), { numRuns: 50, seed: 1 })) {
    const card = await network.admin.member({ id });
    expect(card.downline).toBe([...model.keys()].filter((other) => isBelow(model, other, id)).length);
    expect(card.direct).toBe([...model.values()].filter((upline) => upline === id).length);
    expect(card.above.map((place) => place.id)).toEqual(
      paths
        .get(id)!
        .path.split('.')
        .slice(1, -1)
        .map((label) => label.replaceAll('_', '-')),
    );
  }
  expect(model.size).toBeGreaterThan(STEPS / 10);
  expect(REFUSALS).toEqual(expect.arrayContaining([...refusals]));
  expect(refusals).toContain('PERSON_ALREADY_IN_NETWORK');
});

const REFUSALS = [
  'NETWORK_CYCLE',
  'NETWORK_PERSON_GONE',
  'NETWORK_PLACE_CHANGED',
  'PERSON_ALREADY_IN_NETWORK',
  'UPLINE_GONE',
  'UPLINE_IS_SELF',
];

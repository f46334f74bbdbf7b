import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMembersCountingOrphans,
  closedMembers,
  downlineCounts,
  emptyForest,
  type Forest,
  openDepth,
  pathTo,
} from './forest.ts';
import { type Layout, layOut } from './layout.ts';

/** A forest from a list of uplines: the n-th member stands under member `uplines[n]`, or at the top with -1. */
function forestOf(uplines: number[], partSize = uplines.length): Forest {
  const forest = emptyForest(4);
  for (let from = 0; from < uplines.length; from += partSize)
    addMembersCountingOrphans(
      forest,
      uplines.slice(from, from + partSize).map((upline, i) => ({
        id: String(from + i),
        name: `Član ${from + i}`,
        uplineId: upline < 0 ? null : String(upline),
      })),
    );
  return forest;
}

const everythingOpen = (forest: Forest) => ({ ...forest, closed: new Uint8Array(forest.size) });

/** Any shape: each member hangs from somebody earlier, or now and then from nobody. */
const uplines = fc
  .array(fc.tuple(fc.double({ min: 0, max: 0.999_999, noNaN: true }), fc.nat({ max: 30 })), {
    minLength: 1,
    maxLength: 200,
  })
  .map((draws) => draws.map(([where, top], i) => (i === 0 || top === 0 ? -1 : Math.floor(where * i))));

const rowOf = (layout: Layout, place: number) => {
  let row = 0;
  while (layout.rows[row + 1]! <= place) row += 1;
  return row;
};

test('neighbours keep their distance, an upline stands in the middle, the order is kept', () => {
  fc.assert(
    fc.property(uplines, fc.integer({ min: 1, max: 50 }), (list, partSize) => {
      const forest = forestOf(list, partSize);
      const layout = layOut(everythingOpen(forest));
      expect(layout.members).toHaveLength(list.length);
      for (let place = 0; place < layout.members.length; place += 1) {
        const row = rowOf(layout, place);
        expect(row + 1).toBe(forest.level[layout.members[place]!]);
        if (place + 1 < layout.rows[row + 1]!)
          expect(layout.x[place + 1]! - layout.x[place]!).toBeGreaterThanOrEqual(1 - 1e-9);
        const count = layout.childCount[place]!;
        if (count > 0) {
          const first = layout.firstChild[place]!;
          const middle = (layout.x[first]! + layout.x[first + count - 1]!) / 2;
          expect(layout.x[place]!).toBeCloseTo(middle, 6);
          for (let child = first; child < first + count; child += 1) expect(layout.uplines[child]).toBe(place);
        }
        expect(layout.places[layout.members[place]!]).toBe(place);
      }
    }),
    { numRuns: 300 },
  );
});

test('a mirrored tree is laid out as a mirror image', () => {
  fc.assert(
    fc.property(uplines, (list) => {
      const one = layOut(everythingOpen(forestOf(list)));
      const mirrored = forestOf(list);
      for (let node = 0; node < mirrored.size; node += 1) {
        const children: number[] = [];
        for (let child = mirrored.firstChild[node]!; child >= 0; child = mirrored.nextSibling[child]!)
          children.unshift(child);
        mirrored.firstChild[node] = children[0] ?? -1;
        for (const [i, child] of children.entries()) mirrored.nextSibling[child] = children[i + 1] ?? -1;
      }
      const other = layOut({ ...everythingOpen(mirrored), tops: [...mirrored.tops].reverse() });
      expect(other.right - other.left).toBeCloseTo(one.right - one.left, 6);
    }),
    { numRuns: 200 },
  );
});

test('a small tree stands where one would draw it by hand', () => {
  const layout = layOut(everythingOpen(forestOf([-1, 0, 0, 0, 1, 1, 3])));
  const x = Object.fromEntries([...layout.members].map((member, place) => [member, layout.x[place]! - layout.left]));
  expect(x).toEqual({ 4: 0, 5: 1, 1: 0.5, 2: 1.5, 3: 2.5, 0: 1.5, 6: 2.5 });
});

test('what is closed takes no place and its count is still known', () => {
  const forest = forestOf([-1, 0, 0, 1, 1, 2, 3]);
  const { closed, shown } = closedMembers(forest, { depth: 2, byHand: new Map() });
  expect(shown).toBe(3);
  const layout = layOut({ ...forest, closed });
  expect([...layout.members]).toEqual([0, 1, 2]);
  expect(layout.places[6]).toBe(-1);
  const { shown: more } = closedMembers(forest, {
    depth: 2,
    byHand: new Map([
      [1, true],
      [0, true],
    ]),
  });
  expect(more).toBe(5);
  expect([...downlineCounts(forest)]).toEqual([6, 3, 1, 1, 0, 0, 0]);
  expect(pathTo(forest, 6)).toEqual([0, 1, 3, 6]);
});

test('a large network opens with as many whole levels as a person can take in', () => {
  const list = [-1];
  for (let i = 1; i < 3_000; i += 1) list.push(Math.floor((i - 1) / 5));
  const forest = forestOf(list);
  const depth = openDepth(forest, 500);
  expect(closedMembers(forest, { depth, byHand: new Map() }).shown).toBe(1 + 5 + 25 + 125);
  expect(openDepth(forest, 3_000)).toBe(Number.POSITIVE_INFINITY);
});

test('an empty forest, a column of a hundred thousand and two thousand siblings are trees too', () => {
  expect(layOut(everythingOpen(emptyForest())).members).toHaveLength(0);
  const column = layOut(everythingOpen(forestOf(Array.from({ length: 100_000 }, (_, i) => i - 1))));
  expect([column.left, column.right, column.rows.length]).toEqual([0, 0, 100_001]);
  const hub = layOut(everythingOpen(forestOf([-1, ...Array<number>(2_000).fill(0)])));
  expect(hub.right - hub.left).toBe(1_999);
});

test('somebody whose upline has not arrived stands at the top and is counted as a stray', () => {
  const forest = emptyForest();
  const strays = addMembersCountingOrphans(forest, [{ id: 'b', name: 'Sama', uplineId: 'c' }]);
  expect([strays, forest.tops]).toEqual([1, [0]]);
  expect(addMembersCountingOrphans(forest, [{ id: 'b', name: 'Sama', uplineId: null }]), 'twice').toBe(0);
  expect(forest.size).toBe(1);
});

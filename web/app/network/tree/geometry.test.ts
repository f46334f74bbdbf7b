import { expect, test } from 'vitest';
import { BUTTON, centreOn, firstView, keepTreeInWindow, panBy, WHEEL, zoomAt } from './geometry.ts';

const window = { width: 1360, height: 600 };

test('the first view shows a thousand units of height with the top member in the middle', () => {
  const view = firstView(window, 632.5);
  expect(window.height / view.scale).toBeCloseTo(1000);
  expect((632.5 + 90 - view.x) * view.scale).toBeCloseTo(window.width / 2);
  expect(firstView({ width: 358, height: 600 }, 0).scale, 'a phone reads the same size').toBe(view.scale);
});

test('zoom keeps the point under the pointer, by wheel and by buttons', () => {
  const view = firstView(window, 0);
  const unitAt = (v: typeof view, px: number, py: number) => [v.x + px / v.scale, v.y + py / v.scale];
  for (const factor of [WHEEL.in, WHEEL.out, BUTTON.in, BUTTON.out]) {
    const nearer = zoomAt(view, factor, 300, 200);
    expect(nearer.scale).toBeCloseTo(view.scale / factor);
    for (const [i, unit] of unitAt(view, 300, 200).entries()) expect(unitAt(nearer, 300, 200)[i]).toBeCloseTo(unit);
  }
  let far = view;
  for (let i = 0; i < 500; i += 1) far = zoomAt(far, WHEEL.out, 0, 0);
  expect(far.scale).toBe(0.004);
});

test('dragging right shows what is on the left; centring puts a node into the middle', () => {
  const view = { x: 0, y: 0, scale: 0.5 };
  expect(panBy(view, 100, -50)).toEqual({ x: -200, y: 100, scale: 0.5 });
  expect(centreOn(view, window, 1000, 240)).toEqual({ x: 1000 + 90 - 1360, y: 240 + 40 - 600, scale: 0.5 });
});

test('the tree cannot be lost out of sight', () => {
  const bounds = { left: 0, right: 10_000, bottom: 2_000 };
  const lost = keepTreeInWindow({ x: 1e9, y: -1e9, scale: 1 }, window, bounds);
  expect(lost).toEqual({ x: 10_000 - 60, y: -600 + 60, scale: 1 });
  const inside = { x: 500, y: 100, scale: 1 };
  expect(keepTreeInWindow(inside, window, bounds)).toEqual(inside);
});

import { expect, test } from 'vitest';
import { drawPackingList, drawPickUpList } from './warehouse-lists.ts';

const receiver = { name: 'Žarko Đurić', address: ['Vuka Karadžića 7', '21000 Novi Sad'], phone: '+381641112223' };
const now = new Date('2026-11-30T10:00:00Z');

/** How often others had their turn while it was drawn. */
async function turnsDuring(drawing: Promise<Buffer>): Promise<number> {
  let [turns, isDrawn] = [0, false];
  const others = () => {
    turns += 1;
    if (!isDrawn) setImmediate(others);
  };
  setImmediate(others);
  const file = await drawing;
  isDrawn = true;
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  return turns;
}

test('lists of the warehouse let others through while they are drawn, however long they are', async () => {
  const toPack = Array.from({ length: 200 }, (_, n) => ({
    order: n,
    receiver,
    isCompany: false,
    devices: 1,
    isExchange: false,
    collect: null,
  }));
  const toFetch = toPack.map(({ order }) => ({ key: `${order}-1`, receiver, boxes: 1, grams: 350, collect: null }));
  expect(await turnsDuring(drawPackingList(toPack, now))).toBeGreaterThan(10);
  expect(await turnsDuring(drawPickUpList(toFetch, now))).toBeGreaterThan(5);
});

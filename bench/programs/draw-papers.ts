import { setTimeout as sleep } from 'node:timers/promises';
import { drawPaper, TEMPLATE } from '#server/documents/paper/template.ts';
import { moneyPaper, returnPaper, warrantyPaper } from '#server/test/papers.ts';

/** Draws so many papers of every kind in turn, and prints what it took. Memory is what is left after collecting. */
const wanted = Number(process.argv[2]);
const kinds = [
  () => moneyPaper('proforma'),
  () => moneyPaper('advance'),
  () => moneyPaper('invoice'),
  () => moneyPaper('creditNote'),
  () => warrantyPaper(),
  () => returnPaper(),
];
const issuedAt = new Date();
/** A turn later, when streams that have ended are let go. */
const megabytes = async () => {
  await sleep(100);
  globalThis.gc!();
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

// The first ones load and compile the code.
for (const kind of kinds) await drawPaper(TEMPLATE, kind(), issuedAt);
let bytes = 0;
let half = 0;
let beforeLast = 0;
const began = cpu();
for (let n = 0; n < wanted; n += 1) {
  if (n === wanted / 2) half = await megabytes();
  if (n === wanted - 100) beforeLast = cpu();
  bytes += (await drawPaper(TEMPLATE, kinds[n % kinds.length]!(), issuedAt)).length;
}
const ended = cpu();
const end = await megabytes();
console.log(
  JSON.stringify({
    each: (ended - began) / wanted,
    last: (ended - beforeLast) / 100,
    half,
    end,
    bytes: bytes / wanted,
  }),
);

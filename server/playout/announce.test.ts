import { expect, test } from 'vitest';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { eventually } from '../test/eventually.ts';

const app = await testApp();
const { approve, campaign, company, shown, tv } = await testAdverts(app);

test('a company hears that plays of its campaign arrived, once for all of a second, and another company does not', async () => {
  const [who, other] = [await company(), await company()];
  const id = await campaign(who);
  expect(await approve(id)).toBe(true);
  const { player } = await tv();
  const { leases } = await player.bag();
  const ending = new AbortController();
  const heard: string[] = [];
  const listening = (async () => {
    const topics = [who, other].map((one) => `account:${one.id}`);
    for await (const topic of app.deps.live.subscribe(topics, ending.signal)) heard.push(topic);
  })();
  // What approving said is over.
  await new Promise((done) => setTimeout(done, 500));
  heard.length = 0;
  for (const n of [0, 1, 2]) await player.report({ plays: [shown(leases[n]!, { after: 15 * n })] });
  await player.report({ plays: [], unplayed: [leases[3]!.id] });
  await eventually(() => expect(heard).toContain(`account:${who.id}`));
  await new Promise((done) => setTimeout(done, 500));
  expect(heard).toEqual([`account:${who.id}`]);
  ending.abort();
  await listening.catch(() => {});
});

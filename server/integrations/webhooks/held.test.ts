import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { restores } from '../../backup/schema.ts';
import { announceToWebhooks } from '../../platform/announce-to-webhooks.ts';
import { testApp } from '../../test/app.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { localPosts, webhookReceiver } from '../../test/webhook-receiver.ts';
import { openSender } from './sender.ts';

const app = await testApp({ deps: { posts: localPosts(1_500) } });
const { webhooks } = call(app, await person(app, 'superAdmin')).integrations;
const receiver = await webhookReceiver();
const sender = openSender(app.deps);

async function add(path: string) {
  const id = randomUUID();
  await webhooks.add({ id, url: receiver.address(path), events: ['order.*'] });
  return id;
}
const paid = (...ids: string[]) =>
  app.db.transaction((tx) =>
    announceToWebhooks(
      tx,
      app.clock.now,
      ids.map((id) => ({ type: 'order.paid', id, version: 3 })),
    ),
  );
const state = async () => ({
  endpoints: await webhooks.list(),
  rows: await app.db.ask('select id, number, state, due_at from webhook_deliveries order by id'),
  log: await app.db.ask("select action from audit_log where action like 'integrations.%' order by id"),
});

test('a held shop tells no address, also when staff ask', async () => {
  receiver.answers(({ path }) => (path === '/radi' ? 204 : 500));
  const [well, paused, off] = [await add('/radi'), await add('/pao'), await add('/ugasen')];
  await paid('1', '2', '3', '4', '5', '6', '7', '8');
  await sender.sendDue();
  await app.db.ask("update webhook_endpoints set state = 'off', off_at = now(), paused_until = null where id = $1", [
    off,
  ]);
  const [told] = (await webhooks.deliveries({ id: well })).rows;
  receiver.take();

  await app.db.insert(restores).values({ archive: 'vidik-proba.tar.gz', madeAt: new Date() });
  const before = await state();
  const asked = {
    resend: () => webhooks.resend({ id: told!.id }),
    test: () => webhooks.test({ id: well }),
    switchOn: () => webhooks.switchOn({ id: off }),
    tryNow: () => webhooks.tryNow({ id: paused }),
  };
  for (const [name, ask] of Object.entries(asked)) expect(await codeOfCall(ask()), name).toBe('SERVICE_UNAVAILABLE');
  expect(receiver.take()).toEqual([]);
  expect(await state(), 'and nothing waits to be told').toEqual(before);

  await app.db.update(restores).set({ resumedAt: new Date() });
  for (const [name, ask] of Object.entries(asked)) expect(await codeOfCall(ask()), name).toBe('ok');
  expect(
    receiver
      .take()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['/pao', '/radi', '/radi', '/ugasen']);
});

import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PATTERNS } from '#domain/integrations/webhooks/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import { ensureSuperAdmin } from '../../flows/super-admin/ensure-super-admin.ts';
import { projectRoot } from '../../platform/process/project-root.ts';
import { playDesk } from '../../seed/orders/desk.ts';
import { seedYear } from '../../seed/year.ts';
import { testApp } from '../../test/app.ts';

/** Nothing that changes what is told forgets to tell it. */

const PASSWORD = 'demo-lozinka-2026';

/** Who writes what is told, and the only files that may. */
const WRITERS: Record<string, { writes: RegExp; files: string[] }> = {
  'events of orders': { writes: /enter_order_event\(/, files: ['orders/events.ts'] },
  'states of orders': { writes: /update\(orders\)[^;]*\.set\(\{[^}]*\b(status|paymentState|paidAt):/, files: [] },
  papers: { writes: /insert\(documents\)/, files: ['documents/issue.ts'] },
  vouchers: { writes: /insert\(vouchers\)/, files: ['vouchers/issue.ts'] },
  'confirmed reservations': {
    writes: /update\(reservations\)[^;]*\.set\(\{[^}]*confirmed: (?!false)/,
    files: ['events/reservations/confirm.ts', 'flows/event/choose-after-move.ts'],
  },
  'low stock': { writes: /set\(\{ isLow/, files: ['stock/level.ts'] },
  'erased people': { writes: /'accounts\.erased'/, files: ['flows/people/erase-person.ts'] },
};

test.each(Object.entries(WRITERS))('%s are written in one place, which announces', (_, { writes, files }) => {
  const server = path.join(projectRoot, 'server');
  const found = globSync('**/*.{ts,tsx}', { cwd: server, exclude: ['seed/**', 'test/**', '**/*.test.ts'] }).filter(
    (name) => writes.test(readFileSync(path.join(server, name), 'utf8')),
  );
  expect(found.toSorted()).toEqual(files.toSorted());
  for (const name of found)
    expect(readFileSync(path.join(server, name), 'utf8'), name).toMatch(/await announceToWebhooks\(/);
});

test('beside that, an order only writes that it was placed, which is told to nobody', () => {
  const writes = /insert\(orderEvents\)|insert into order_events/i;
  const server = path.join(projectRoot, 'server');
  const found = globSync('**/*.ts', { cwd: server, exclude: ['seed/**', 'test/**', '**/*.test.ts'] }).filter((name) =>
    writes.test(readFileSync(path.join(server, name), 'utf8')),
  );
  expect(found).toEqual(['orders/place-order.ts']);
  const text = readFileSync(path.join(server, 'orders/place-order.ts'), 'utf8');
  expect(text.match(new RegExp(writes, 'gi'))).toHaveLength(1);
  expect(text.slice(text.search(writes)).slice(0, 400)).toMatch(/placed/);
});

test('of days at the desk everything is told once: what was paid, cancelled, refunded, sent, issued', {
  timeout: 120_000,
}, async () => {
  // A database of its own for each try: a second year does not fit into the first.
  const { db, deps, config, clock } = await testApp({ env: { SUPER_ADMIN_PASSWORD: PASSWORD } });
  // The same evening on every day it is tested.
  clock.now = new Date('2026-11-25T19:20:00Z');
  await ensureSuperAdmin(deps);
  const size = { members: 120, companies: 4, waiting: 2 };
  const { population } = await seedYear(deps, { password: PASSWORD, size });
  const [desk] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
  const [{ last }] = (await db.ask<{ last: number }>('select max(id)::int as last from order_events')) as [
    { last: number },
  ];
  const papers = await db.ask<{ number: string }>('select number from documents');
  await db.execute(`insert into webhook_endpoints (id, url, events, secret, secret_ending, secret_since, made_by, made_at)
    values ('${randomUUID()}', 'https://nikada.invalid/', '{${PATTERNS.filter((one) => one.endsWith('.*'))}}', '', 'abcd', now(), '${desk!.id}', now())`);
  await playDesk(deps, population, desk!);

  const told = async (type: string) =>
    (
      await db.ask<{ id: string }>('select object_id as id from webhook_events where type = $1 order by object_id', [
        type,
      ])
    ).map(({ id }) => id);
  const happened = async (query: string) => (await db.ask<{ id: string }>(query)).map(({ id }) => id).toSorted();
  const events = (kinds: string, id: string) =>
    `select ${id} as id from order_events e join orders o on o.id = e.order_id where e.id > ${last} and e.kind in (${kinds})`;
  const story: Record<string, string> = {
    'order.paid': `select number::text as id from orders o where paid_at is not null
      and not exists (select from order_events where order_id = o.id and id <= ${last} and kind in ('paid', 'settled'))`,
    'order.cancelled': events(`'cancelled', 'lapsed'`, 'o.number::text'),
    'order.refunded': events(`'refunded'`, 'o.number::text'),
    'payment.received': events(`'paid', 'part_paid', 'overpaid', 'settled'`, 'e.reference'),
    'parcel.packed': events(`'packed'`, 'e.reference'),
    'parcel.handed': events(`'handed_over'`, 'e.reference'),
    'parcel.delivered': events(`'delivered'`, 'e.reference'),
    'parcel.returned': events(`'returned'`, 'e.reference'),
  };
  for (const [type, query] of Object.entries(story))
    expect((await told(type)).toSorted(), type).toEqual(await happened(query));
  for (const type of ['order.paid', 'payment.received', 'parcel.delivered']) expect(await told(type)).not.toEqual([]);
  const before = new Set(papers.map(({ number }) => number));
  const issued = (await happened('select number as id from documents')).filter((number) => !before.has(number));
  expect(issued.length).toBeGreaterThan(5);
  expect((await told('document.issued')).toSorted()).toEqual(issued);
  const [{ waiting }] = (await db.ask('select count(*)::int as waiting from webhook_deliveries')) as [
    { waiting: number },
  ];
  expect(waiting, 'a delivery of each').toBe((await db.ask('select from webhook_events')).length);
});

import { and, desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS } from '#domain/calls.ts';
import { packages } from '../../advertising/schema.ts';
import { tickets } from '../../events/schema.ts';
import { ticketPath } from '../../events/tickets/ticket-token.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { call, person } from '../../test/people.ts';
import { procedures } from '../../test/procedures.ts';
import { newReservation } from '../../test/reservations.ts';
import { vouchers } from '../../vouchers/schema.ts';

const app = await testApp();
const admin = await person(app, 'admin', { firstName: 'Petra' });
const api = call(app, admin);
const owner = await person(app, 'superAdmin');
for (const firstName of ['Ana', 'Anastasija', 'Bojan'])
  await call(app).events.reserve(newReservation({ personalInfo: { firstName } }));
await app.db.insert(vouchers).values([1, 2, 3].map((n) => ({ code: `10000000000${n}`, bannerCount: n })));
await app.db.insert(packages).values(
  ['EUR', 'RSD'].map((currency) => ({
    email: 'firma@primer.rs',
    packageName: 'start',
    bannerCount: 1,
    tvSeconds: 1,
    amount: 100,
    currency,
    paymentKey: currency,
  })),
);

type Row = { ask: () => Promise<unknown>; leaves: object; by?: typeof admin } | { leavesToo: string } | string;
const SAME_AS_PEOPLE = {
  leavesToo: 'read and written down by the same function as people (server/integrations/feeds/read-feed.ts)',
};
const AT_ITS_ORDER = { leavesToo: 'each printing, at its order (server/flows/fulfilment/follow.test.ts)' };
const OF_THE_WAREHOUSE = { leavesToo: 'each list, with how long it was (server/flows/fulfilment/follow.test.ts)' };
/** Every procedure that hands over a file: what it leaves in the log, where that is shown, or why it leaves nothing. A new one needs a row. */
const FILES: Record<string, Row> = {
  'accounts.own.data': {
    ask: () => api.accounts.own.data({ format: 'json' }),
    leaves: { action: 'accounts.data-downloaded', subjectKind: 'profile', after: { format: 'json' } },
  },
  'accounts.admin.people.export': {
    ask: () => api.accounts.admin.people.export({ search: 'petra' }),
    leaves: { action: 'accounts.exported', subjectId: 'profiles', after: { rows: 1, search: 'petra' } },
  },
  'accounts.admin.staff.export': {
    ask: () => call(app, owner).accounts.admin.staff.export(),
    leaves: { action: 'accounts.exported', subjectId: 'staff' },
    by: owner,
  },
  'integrations.keys.export': {
    ask: () => call(app, owner).integrations.keys.export(),
    leaves: { action: 'integrations.keys-exported', subjectId: 'keys', after: { rows: 0 } },
    by: owner,
  },
  'fulfilment.admin.labels': AT_ITS_ORDER,
  'fulfilment.admin.labelsOf': AT_ITS_ORDER,
  'fulfilment.admin.packingList': OF_THE_WAREHOUSE,
  'fulfilment.admin.pickUpList': OF_THE_WAREHOUSE,
  'stock.admin.export': {
    ask: () => api.stock.admin.export({}),
    leaves: { action: 'stock.exported', subjectId: 'stock', after: { rows: 0 } },
  },
  'stock.admin.writeOffRecord': 'serial numbers and reasons of one day, about nobody',
  'orders.admin.export': {
    ask: () => api.orders.admin.export({ view: 'to_pay', columns: ['number'], format: 'csv' }),
    leaves: { action: 'orders.exported', subjectId: 'orders', after: { rows: 0, view: 'to_pay' } },
  },
  'vouchers.admin.export': {
    ask: () => api.vouchers.admin.export({ state: 'unused' }),
    leaves: { action: 'vouchers.exported', subjectId: 'vouchers', after: { rows: 3, state: 'unused' } },
  },
  'advertising.admin.export': {
    ask: () => api.advertising.admin.export({ currency: 'RSD' }),
    leaves: { action: 'advertising.exported', subjectId: 'packages', after: { rows: 1, currency: 'RSD' } },
  },
  'events.admin.export': {
    ask: () => api.events.admin.export({ format: 'xlsx', search: 'Ana' }),
    leaves: { action: 'events.exported', subjectId: 'reservations', after: { rows: 2, search: 'Ana', format: 'xlsx' } },
  },
  'rewards.admin.file': {
    ask: () => api.rewards.admin.file({ month: '2027-03' }),
    leaves: { action: 'rewards.exported', subjectId: 'rewards', after: { rows: 0, month: '2027-03' } },
  },
  'campaigns.own.uncountedFile': 'the caller’s own campaign',
  'campaigns.own.reportFile': 'the caller’s own campaign',
  'campaigns.own.reportPdf': 'the caller’s own campaign',
  'campaigns.admin.reportPdf': 'the report of one campaign, which the list of campaigns names as well',
  'rewards.own.file': 'the caller’s own plays by day',
  'rewards.own.statementPdf': 'the caller’s own statement',
  'documents.open': 'the caller’s own document',
  'documents.all': 'the caller’s own documents',
  'documents.admin.open': 'one document of a sale, which the list of sales names as well',
  'documents.admin.all': 'the documents of one sale, which the list of sales names as well',
  'payouts.admin.file': { leavesToo: 'each download, with the same bytes (server/flows/payouts/payouts.test.ts)' },
  'integrations.feeds.people': {
    // What is newer than a transaction that is under way, in whatever database of the server, is read a moment later.
    ask: () =>
      eventually(async () => {
        const file = await api.integrations.feeds.people({ limit: 1 });
        expect(file.size).toBeGreaterThan(0);
        return file;
      }),
    leaves: { action: 'integrations.exported', subjectId: 'people', after: { rows: 1, format: 'jsonl' } },
  },
  'integrations.feeds.orders': SAME_AS_PEOPLE,
  'integrations.feeds.payments': SAME_AS_PEOPLE,
  'integrations.feeds.packages': SAME_AS_PEOPLE,
  'integrations.feeds.reservations': SAME_AS_PEOPLE,
  'integrations.feeds.vouchers': SAME_AS_PEOPLE,
  'integrations.feeds.ledger': SAME_AS_PEOPLE,
  'integrations.feeds.bookEntries': SAME_AS_PEOPLE,
  'events.calendar': 'the same for everybody, about nobody',
  'events.ticketPdf': 'the holder’s own ticket, opened by its own link',
};

test('every procedure that hands over a file is in the table', () => {
  const files = [...procedures].filter(([, { isFile }]) => isFile).map(([name]) => name);
  expect(Object.keys(FILES).sort()).toEqual(files.sort());
});

test('whoever takes a file is in the log exactly where the table of calls says so', () => {
  const isAudited = ({ writes, audited = writes ? 'yes' : 'no' }: CallRule) => audited === 'yes';
  const said = Object.entries<CallRule>(CALLS).filter(([name, row]) => name in FILES && isAudited(row));
  const left = Object.entries(FILES).filter(([, row]) => typeof row !== 'string');
  expect(said.map(([name]) => name).sort()).toEqual(left.map(([name]) => name).sort());
});

for (const [name, row] of Object.entries(FILES)) {
  if (typeof row === 'string' || 'leavesToo' in row) continue;
  test(`${name} leaves in the log who took it, by what choice and how much`, async () => {
    const { by = admin } = row;
    const file = (await row.ask()) as File;
    expect(file.size).toBeGreaterThan(0);
    const [entry] = await app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actor, by.id)))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({ actorEmail: by.email, ...row.leaves });
  });
}

test('lists that grow with the shop are sent while they are read, so that no length of theirs is in memory', async () => {
  for (const list of ['people', 'vouchers', 'packages', 'stock']) {
    const path = `/api/admin/${list}/export`;
    const answer = await app.app.request(path, { headers: { authorization: `Bearer ${admin.token}` } });
    expect([path, answer.status, answer.headers.get('content-length')]).toEqual([path, 200, null]);
    expect(await answer.text(), path).toMatch(/^[^\r\n]+;[^\r\n]+\r\n/);
  }
});

test('files are saved, never opened in the page’s place', async () => {
  const request = async (path: string, token?: string) =>
    app.app.request(`/api${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  const [place] = (await api.events.admin.list({})).rows;
  await api.events.admin.confirm({ id: place!.id });
  const [ticket] = await app.db.select().from(tickets);
  const token = ticketPath(app.deps, 'ticket', ticket!.id).split('/').at(-1)!;
  for (const answer of [
    await request('/event/siri-vidik.ics'),
    await request(`/event/tickets/${token}/pdf`),
    await request('/admin/people/export', admin.token),
  ]) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=".+"; filename\*=/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

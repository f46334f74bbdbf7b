import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { auditLog } from './audit.schema.ts';
import { insertRows } from './insert-rows.ts';
import { mails } from './mail.schema.ts';

const { db } = await testApp();
const mail = (to: string, more: Partial<typeof mails.$inferInsert> = {}) => ({
  to,
  template: 'x',
  props: { text: "Čačak „„ \\ {a} '", list: [1, null] },
  ...more,
});

test('rows arrive whole, with defaults and identities, and come back as they were written', async () => {
  const sentAt = new Date('2026-09-20T08:00:00.123Z');
  const rows = await insertRows(db, mails, [mail('a@primer.rs', { sentAt }), mail('b@primer.rs')], {
    returning: ['to', 'props', 'sentAt', 'number', 'state', 'attempts'],
  });
  expect(rows).toEqual([
    { ...mail('a@primer.rs'), template: undefined, sentAt, number: 1, state: 'queued', attempts: 0 },
    { ...mail('b@primer.rs'), template: undefined, sentAt: null, number: 2, state: 'queued', attempts: 0 },
  ]);
});

test('a row that is known already is left out, no rows write nothing', async () => {
  const again = [mail('c@primer.rs', { onceKey: 'k' }), mail('d@primer.rs', { onceKey: 'k' }), mail('e@primer.rs')];
  const written = await insertRows(db, mails, again, { unlessKnown: mails.onceKey, returning: ['to'] });
  expect(written).toEqual([{ to: 'c@primer.rs' }, { to: 'e@primer.rs' }]);
  expect(await insertRows(db, mails, [], { returning: ['to'] })).toEqual([]);
});

test('nothing in JSON is a database NULL', async () => {
  await insertRows(db, auditLog, [{ actor: 'system', action: 'x.y', subjectKind: 'k', subjectId: '1', before: null }]);
  const [{ missing } = { missing: false }] = await db.client<
    { missing: boolean }[]
  >`select before is null as missing from audit_log`;
  expect(missing).toBe(true);
});

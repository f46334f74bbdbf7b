import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { eraseClosed } from '../../flows/retention/retention.ts';
import { jobs } from '../../jobs.ts';
import { testApp } from '../../test/app.ts';
import { PASSWORD, registered } from '../../test/browser.ts';
import { eventually } from '../../test/eventually.ts';
import { sendMails } from '../../test/mails.ts';
import { call, person } from '../../test/people.ts';
import { mails } from '../mail.schema.ts';
import { cleanOutbox, OUTBOX_DAYS } from './outbox.ts';

const app = await testApp();
const chief = await person(app, 'superAdmin');
const outbox = path.join(app.config.dataDir, 'outbox');
const start = app.clock.now;
const after = (days: number) => {
  app.clock.now = new Date(start.getTime() + days * DAY_MS);
};
const files = async (address: string) => (await readdir(outbox)).filter((name) => name.includes(`-${address}.eml`));

test('nothing is there to clean before the first mail', async () => {
  await expect(cleanOutbox(app.deps)).resolves.toBeUndefined();
});

test('an erased person’s mails are gone as files too, also those to staff that name them; others stay', async () => {
  await app.deps.queue.start(jobs(app.deps));
  const [leaves, stays] = [await registered(app), await registered(app)];
  await call(app, chief).accounts.admin.approve({ ids: [leaves.id, stays.id] });
  await sendMails(app);
  expect([await files(leaves.email), await files(stays.email)].map(({ length }) => length)).toEqual([2, 2]);
  expect(await files(chief.email), 'staff are told of the first one').toHaveLength(1);
  const token = (await leaves.auth.getSession()).data.session!.access_token;
  await call(app, { ...leaves, token, sessionId: '' }).accounts.own.close({ password: PASSWORD });
  await sendMails(app);
  expect(await files(leaves.email)).toHaveLength(3);
  after(14.5);
  await eraseClosed(app.deps);
  await eventually(async () => {
    expect(await files(leaves.email)).toEqual([]);
    expect(await files(chief.email)).toEqual([]);
  });
  expect(await files(stays.email)).toHaveLength(2);
  after(0);
});

test('a mail stays a file for thirty days', async () => {
  const who = await registered(app);
  await sendMails(app);
  expect(await files(who.email)).toHaveLength(1);
  const [name] = await files(who.email);
  await utimes(path.join(outbox, name!), start, start);
  after(OUTBOX_DAYS - 0.1);
  await Promise.all([cleanOutbox(app.deps), cleanOutbox(app.deps)]);
  expect(await files(who.email)).toHaveLength(1);
  after(OUTBOX_DAYS + 0.1);
  await Promise.all([cleanOutbox(app.deps), cleanOutbox(app.deps)]);
  expect(await files(who.email)).toEqual([]);
  expect(await app.db.$count(mails), 'what the table keeps has its own age').toBeGreaterThan(0);
  after(0);
});

import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { DETAILED } from '#domain/system/details.ts';
import { backups } from '../../backup/schema.ts';
import { files } from '../../files/schema.ts';
import { call, person } from '../../test/people.ts';
import { testShop } from '../../test/shop.ts';
import { readDetail } from './detail.ts';

/** What opens from the rows of `/admin/system`. */

const shop = await testShop({ quick: true });
const system = call(shop, await person(shop, 'superAdmin')).system;

test('a version says what it brought, as the list of changes that is shipped with it does', async () => {
  const detail = await system.detail({ part: 'version' });
  expect(detail).toMatchObject({ part: 'version', release: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  if (detail.part !== 'version') throw new Error('another part');
  const lines = detail.notes!.groups.flatMap((group) => group.lines);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => /^[-#]|\]\(/.test(line))).toEqual([]);
});

test('the place of files says what takes it up, the largest kind first, without what was removed', async () => {
  const file = (kind: string, bytes: number, more: object = {}) => ({
    sha256: kind.length.toString(16).padStart(64, '0'),
    extension: '.pdf',
    bytes,
    contentType: 'application/pdf',
    part: 'private' as const,
    kind,
    survivesOwner: true,
    madeByUs: true,
    ...more,
  });
  const old = { createdAt: new Date(Date.now() - 30 * DAY_MS) };
  await shop.db
    .insert(files)
    .values([
      file('document', 1_000),
      file('document', 3_000, old),
      file('return-picture', 9_000),
      file('return-picture', 50_000, { removedAt: new Date() }),
    ]);
  expect(await system.detail({ part: 'files' })).toMatchObject({
    place: shop.deps.config.dataDir,
    bytes: 13_000,
    allowedBytes: shop.deps.config.storage.total,
    disk: { freePart: expect.any(Number) },
    kinds: [
      { kind: 'return-picture', count: 1, bytes: 9_000, weekBytes: 9_000 },
      { kind: 'document', count: 2, bytes: 4_000, weekBytes: 1_000 },
    ],
  });
});

test('backups are listed, the newest first and as many as are kept, with when each was proven', async () => {
  const { keep } = shop.deps.config.backup;
  const made = (day: number) => ({
    folder: '/srv/backups',
    file: `vidik-${day}.tar.gz`,
    bytes: 2_100_000_000,
    seconds: 41,
    madeAt: new Date(Date.UTC(2026, 0, day)),
    checkedAt: day % 2 === 0 ? new Date(Date.UTC(2026, 0, day, 4)) : null,
  });
  await shop.db.insert(backups).values(Array.from({ length: keep + 2 }, (_, index) => made(index + 1)));
  const detail = await system.detail({ part: 'backups' });
  if (detail.part !== 'backups') throw new Error('another part');
  expect(detail).toMatchObject({ keep, target: null, isLocked: false });
  expect(detail.made.map(({ file, checkedAt }) => [file, checkedAt !== null])).toEqual(
    Array.from({ length: keep }, (_, index) => keep + 2 - index).map((day) => [`vidik-${day}.tar.gz`, day % 2 === 0]),
  );
});

test('a backup that somebody made in a folder of their own takes the place of none that is kept', async () => {
  const { config } = shop.deps;
  const deps = { ...shop.deps, config: { ...config, backup: { ...config.backup, everyHours: 24 } } };
  const read = async () => {
    const detail = await readDetail(deps, 'backups');
    return detail.part === 'backups' ? detail.made.map(({ file }) => file) : [];
  };
  const kept = await read();
  const values = { folder: '/mnt/usb', bytes: 1, seconds: 1, madeAt: new Date(), isElsewhere: true };
  await shop.db.insert(backups).values({ ...values, file: 'vidik-usb.tar.gz' });
  expect(await read()).toEqual(kept);
});

test('what is set for a pretended service is told, and a secret or the keys of a bucket never are', async () => {
  const { config } = shop.deps;
  const secret = 'sk_test_51Hidden';
  const changed = {
    ...config,
    couriers: { ...config.couriers, offered: ['own', 'd-express'] as (typeof config.couriers)['offered'] },
    payments: { ...config.payments, realMoney: false, keys: { secretKey: secret, webhookSecrets: ['whsec_hidden'] } },
    smtpUrl: undefined,
    mailFrom: 'Vidik <posta@vidik.example>',
    backup: {
      ...config.backup,
      target: 's3://kopije/vidik?endpoint=https://skladiste.example',
      passphrase: 'tajna lozinka',
    },
  };
  const deps = { ...shop.deps, config: changed };
  const settings = await readDetail(deps, 'doubles');
  expect(settings).toEqual({
    part: 'doubles',
    settings: [
      { service: 'test-cards', name: 'STRIPE_SECRET_KEY', isSet: true, value: null },
      { service: 'test-cards', name: 'STRIPE_WEBHOOK_SECRET', isSet: true, value: null },
      { service: 'd-express', name: 'COURIERS', isSet: true, value: 'own,d-express' },
      { service: 'd-express', name: 'D_EXPRESS_USER', isSet: false, value: null },
      { service: 'mails', name: 'SMTP_URL', isSet: false, value: null },
      { service: 'mails', name: 'MAIL_FROM', isSet: true, value: 'Vidik <posta@vidik.example>' },
    ],
    receipts: 'manual',
  });
  expect(await readDetail(deps, 'backups')).toMatchObject({ target: 's3://kopije/vidik', isLocked: true });
  for (const part of DETAILED)
    expect(JSON.stringify(await readDetail(deps, part))).not.toMatch(/hidden|tajna|skladiste/i);
});

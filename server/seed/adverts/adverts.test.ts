import { eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { ensureSuperAdmin } from '../../auth/super-admin/ensure-super-admin.ts';
import { findDifferences } from '../../backup/proofs.ts';
import { devices } from '../../devices/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { rewardDifferences } from '../../rewards/prove.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { seedYear } from '../year.ts';
import { playAdverts } from './play-adverts.ts';

const PASSWORD = 'demo-lozinka-2026';
const { db, deps, config, clock } = await testApp({ env: { SUPER_ADMIN_PASSWORD: PASSWORD } });
clock.now = new Date('2026-11-25T19:20:00Z');
await ensureSuperAdmin(deps);
const year = await seedYear(deps, { password: PASSWORD });
const [desk] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
const begun = performance.now();
await playAdverts(deps, year.crowd, year.campaigns.subscriptions[1]!.company, desk!);
console.log(Math.round(performance.now() - begun), 'ms');

test('units, rewards, books and every list of the program agree on what was shown', async () => {
  const { rows } = await db.execute(sql`select what, id from unit_differences`);
  expect(rows).toEqual([]);
  expect(await rewardDifferences(db)).toEqual([]);
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.$count(devices, isNull(devices.unlinkedAt))).toBe(60);
  expect(await db.$count(mails, eq(mails.state, 'queued'))).toBe(0);
});

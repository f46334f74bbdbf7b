import type { ledger } from '../advertising/schema.ts';
import type { vouchers } from '../vouchers/schema.ts';
import { type Calendar, daysBefore } from './calendar.ts';
import { memberAt, type Profile } from './population.ts';
import { idOf, type SeededRandom } from './seeded-random.ts';

export type Entry = typeof ledger.$inferInsert & { createdAt: Date };
export type Voucher = typeof vouchers.$inferInsert & { code: string; batch: string; createdAt: Date };

const BATCHES = [
  { note: 'Sajam tehnike', daysAgo: 210, bannerCount: 500, count: 24, used: 0.8 },
  { note: 'Partneri', daysAgo: 90, bannerCount: 2_500, count: 12, used: 0.6 },
  { note: 'Jesenja akcija', daysAgo: 12, bannerCount: 1_000, count: 24, used: 0.25 },
] as const;

/** Three batches of codes, most of the oldest spent, and the entries that spending them made. */
export function makeVouchers(
  random: SeededRandom,
  calendar: Calendar,
  members: Profile[],
): { vouchers: Voucher[]; entries: Entry[] } {
  const made: { vouchers: Voucher[]; entries: Entry[] } = { vouchers: [], entries: [] };
  for (const { note, daysAgo, bannerCount, count, used } of BATCHES) {
    const createdAt = daysBefore(calendar.now, daysAgo);
    for (let n = 0; n < count; n += 1) {
      const redeemedAt = random.happens(used) ? calendar.moment(createdAt) : null;
      const redeemer = redeemedAt && memberAt(random, members, redeemedAt);
      const voucher: Voucher = {
        code: String(100_000_000_000 + Math.floor(random.next() * 899_999_999_999)),
        bannerCount,
        batch: idOf(`batch ${note}`),
        note,
        used: redeemer !== null,
        redeemedBy: redeemer?.id ?? null,
        redeemedAt: redeemer ? redeemedAt : null,
        voidedAt: !redeemer && n % 5 === 3 ? calendar.after(createdAt, 1_440, 6 * 1_440) : null,
        createdAt,
        updatedAt: redeemedAt ?? createdAt,
      };
      made.vouchers.push(voucher);
      if (!redeemer || !redeemedAt) continue;
      const entry = { profileId: redeemer.id, unit: 'banner' as const, reference: voucher.code };
      made.entries.push({ ...entry, delta: bannerCount, reason: 'voucher', actor: redeemer.id, createdAt: redeemedAt });
    }
  }
  return made;
}

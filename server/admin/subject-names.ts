import { eq, inArray, sql } from 'drizzle-orm';
import type { AuditName } from '#domain/admin/contract.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import type { AuditSubject } from '#domain/audit-actions.ts';
import { formatReference } from '#domain/events/payment/reference.ts';
import { isUuid } from '#domain/ids.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { packages, subscriptions } from '../advertising/schema.ts';
import { paymentParts, statementLines } from '../bank/schema.ts';
import { campaigns } from '../campaigns/schema.ts';
import { devices } from '../devices/schema.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { mails } from '../platform/mail.schema.ts';
import { stockDevices } from '../stock/schema.ts';
import { vouchers } from '../vouchers/schema.ts';

interface Entry {
  subjectKind: string;
  subjectId: string;
  before: unknown;
  after: unknown;
}
type Names = Map<string, AuditName>;
type Read = (
  db: DatabaseOrTransaction,
  ids: string[],
) => Promise<({ id: string | number } & Omit<AuditName, 'kind'>)[]>;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Of each entry, what its subject and the ids in its values stand for; what is gone has no name. */
export async function namesOf(
  db: DatabaseOrTransaction,
  entries: readonly Entry[],
): Promise<Record<string, AuditName>[]> {
  const mentioned = entries.map(({ before, after }) => JSON.stringify([before, after]).match(UUID) ?? []);
  const anywhere = [...mentioned.flat(), ...entries.map(({ subjectId }) => subjectId)].filter(isUuid);
  const subjects = (kind: AuditSubject) =>
    entries.filter(({ subjectKind }) => subjectKind === kind).map(({ subjectId }) => subjectId);
  const found: Names = new Map();
  await Promise.all(
    (Object.keys(READ) as (keyof typeof READ)[]).map(async (kind) => {
      const wanted = MENTIONED.has(kind) ? anywhere : subjects(kind).filter(IDS[kind] ?? isUuid);
      const ids = [...new Set(wanted)];
      if (ids.length === 0) return;
      for (const { id, name, lookup } of await READ[kind](db, ids)) found.set(keyOf(kind, id), { kind, name, lookup });
    }),
  );
  const named = (kind: string | null, id: string): [string, AuditName][] => {
    const kinds = kind === null ? [...MENTIONED] : [kind];
    const name = kinds.map((one) => found.get(keyOf(one, id))).find((one) => one !== undefined);
    return name ? [[id, name]] : [];
  };
  return entries.map(({ subjectKind, subjectId }, index) =>
    Object.fromEntries([...mentioned[index]!.flatMap((id) => named(null, id)), ...named(subjectKind, subjectId)]),
  );
}

const keyOf = (kind: string, id: string | number) => `${kind} ${id}`;
/** Kinds whose ids stand in values too. */
const MENTIONED = new Set<string>(['profile', 'order', 'reservation', 'package', 'statement-line']);
const IDS: Partial<Record<string, (id: string) => boolean>> = {
  voucher: (id) => /^\d{1,15}$/.test(id),
  subscription: () => true,
  'stock intake': (id) => /^\d{1,9}$/.test(id),
};

const same = (name: string | number) => ({ name: String(name), lookup: String(name) });
const money = (amount: number, currency: string) => formatMoneyExact({ amount, currency });

const READ = {
  profile: async (db, ids) =>
    (await db.select({ id: profiles.id, email: profiles.email }).from(profiles).where(inArray(profiles.id, ids))).map(
      ({ id, email }) => ({ id, ...same(email) }),
    ),
  'stock device': async (db, ids) =>
    (
      await db
        .select({ id: stockDevices.id, serial: stockDevices.serial })
        .from(stockDevices)
        .where(inArray(stockDevices.id, ids))
    ).map(({ id, serial }) => ({ id, ...same(serial) })),
  'stock intake': async (_db, ids) => ids.map((id) => ({ id, ...same(id) })),
  order: async (db, ids) =>
    (await db.select({ id: orders.id, number: orders.number }).from(orders).where(inArray(orders.id, ids))).map(
      ({ id, number }) => ({ id, ...same(number) }),
    ),
  reservation: async (db, ids) =>
    (
      await db
        .select({ id: reservations.id, number: reservations.number, year: reservations.year })
        .from(reservations)
        .where(inArray(reservations.id, ids))
    ).map(({ id, ...numbered }) => ({ id, name: String(numbered.number), lookup: formatReference(numbered) })),
  campaign: async (db, ids) =>
    (await db.select({ id: campaigns.id, name: campaigns.name }).from(campaigns).where(inArray(campaigns.id, ids))).map(
      ({ id, name }) => ({ id, ...same(name) }),
    ),
  device: async (db, ids) =>
    (await db.select({ id: devices.id, number: devices.number }).from(devices).where(inArray(devices.id, ids))).map(
      ({ id, number }) => ({ id, ...same(number) }),
    ),
  package: async (db, ids) =>
    (await db.select().from(packages).where(inArray(packages.id, ids))).map((sold) => ({
      id: sold.id,
      name: `${packageTitle(sold.packageName)}, ${sold.companyName ?? sold.email}`,
      lookup: sold.invoiceNumber ?? sold.email,
    })),
  subscription: async (db, ids) =>
    (
      await db
        .select({ id: subscriptions.id, packageName: subscriptions.packageName, email: profiles.email })
        .from(subscriptions)
        .innerJoin(profiles, eq(profiles.id, subscriptions.profileId))
        .where(inArray(subscriptions.id, ids))
    ).map(({ id, packageName, email }) => ({ id, name: `${packageTitle(packageName)}, ${email}`, lookup: email })),
  voucher: async (db, ids) =>
    (
      await db
        .select({ id: vouchers.id, code: sql<string>`${vouchers.code}::text` })
        .from(vouchers)
        .where(inArray(vouchers.id, ids.map(Number)))
    ).map(({ id, code }) => ({ id, name: formatCode(code), lookup: code })),
  mail: async (db, ids) =>
    (await db.select({ id: mails.id, to: mails.to }).from(mails).where(inArray(mails.id, ids))).map(({ id, to }) => ({
      id,
      ...same(to),
    })),
  'statement-line': async (db, ids) =>
    (
      await db
        .select({ line: statementLines, number: reservations.number, year: reservations.year })
        .from(statementLines)
        .leftJoin(reservations, eq(reservations.id, statementLines.reservationId))
        .where(inArray(statementLines.id, ids))
    ).map(({ line, number, year }) => ({
      id: line.id,
      name: [line.payer, money(line.amount, line.currency)].filter(Boolean).join(', '),
      lookup: number !== null && year !== null ? formatReference({ number, year }) : '',
    })),
  'payment part': async (db, ids) =>
    (
      await db
        .select({ part: paymentParts, number: reservations.number, year: reservations.year })
        .from(paymentParts)
        .leftJoin(reservations, eq(reservations.id, paymentParts.reservationId))
        .where(inArray(paymentParts.id, ids))
    ).map(({ part, number, year }) => ({
      id: part.id,
      name: money(part.amount, part.currency),
      lookup: number !== null && year !== null ? formatReference({ number, year }) : '',
    })),
} satisfies Partial<Record<AuditSubject, Read>>;

import { auditLog } from '../platform/audit.schema.ts';
import type { Tx } from '../platform/db.ts';
import { minutesAfter } from './calendar.ts';
import { type Actor, type Entry, on, provider, self, system } from './entry.ts';
import { eventAuditEntries } from './event-audit.ts';
import { insertAll } from './insert-all.ts';
import { NOTICE_REASON } from './mails.ts';
import { auditOfWithdrawals } from './orders/withdrawals.ts';
import type { SeedRecord } from './seed-record.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Who did what in that year, in the words the server itself uses when it happens. */
export async function writeAudit(tx: Tx, random: SeededRandom, year: SeedRecord): Promise<void> {
  const staff = (at: Date) => self(random.one(year.staff.filter(({ createdAt }) => createdAt <= at)));
  const entries = [
    ...ofPeople(year, staff),
    ...ofOrders(year),
    ...auditOfWithdrawals(year.left, staff),
    ...ofCampaigns(year, staff),
    ...ofTvs(year),
    ...eventAuditEntries(year, staff),
  ];
  entries.sort((one, other) => one.at.getTime() - other.at.getTime());
  await insertAll(tx, auditLog, entries);
}

function ofPeople({ population, now }: SeedRecord, staff: (at: Date) => Actor): Entry[] {
  const { members, companies, waiting, approvedAt, noticeAt } = population;
  const signedUp = (person: (typeof members)[number], referred: boolean): Entry => ({
    ...self(person),
    ...on('profile', person.id),
    action: 'accounts.signed-up',
    after: { waiting: !referred, referred },
    at: person.createdAt,
  });
  const labelled = members.flatMap(({ id, isInstaller, isPartner, isAdmin, createdAt }): Entry[] => {
    const label = isInstaller ? 'isInstaller' : isPartner ? 'isPartner' : isAdmin ? 'isAdmin' : null;
    const at = minutesAfter(createdAt, 3 * 1_440);
    if (!label || at > now) return [];
    const change = { before: { [label]: false }, after: { [label]: true } };
    return [{ ...staff(at), ...on('profile', id), action: 'accounts.role-changed', ...change, at }];
  });
  return [
    ...members.flatMap((person): Entry[] => [
      signedUp(person, true),
      {
        ...system,
        ...on('profile', person.id),
        action: 'network.enrolled',
        after: { uplineId: person.parentId, by: 'referral' },
        at: person.joinedNetworkAt!,
      },
    ]),
    ...[...companies, ...waiting].map((person) => signedUp(person, false)),
    ...companies.map(({ id }): Entry => {
      const at = approvedAt.get(id)!;
      const change = { before: { toBeRegistered: true }, after: { toBeRegistered: false } };
      return { ...staff(at), ...on('profile', id), action: 'accounts.approved', ...change, at };
    }),
    ...labelled,
    ...members.flatMap(({ id, email, closedAt, terminatesAt }): Entry[] => [
      ...(closedAt
        ? [
            {
              ...self({ id, email }),
              ...on('profile', id),
              action: 'accounts.closed' as const,
              after: { devices: 0 },
              at: closedAt,
            },
          ]
        : []),
      ...(terminatesAt
        ? [
            {
              ...staff(noticeAt),
              ...on('profile', id),
              action: 'accounts.notice-given' as const,
              after: { terminatesAt, reason: NOTICE_REASON },
              at: noticeAt,
            },
          ]
        : []),
    ]),
    ...members.flatMap(({ id, blockedAt }): Entry[] =>
      blockedAt ? [{ ...staff(blockedAt), ...on('profile', id), action: 'accounts.blocked', at: blockedAt }] : [],
    ),
  ];
}

const ofOrders = ({ orders }: SeedRecord): Entry[] =>
  orders.flatMap((order): Entry[] => {
    const { id, profileId, email, number, productName, amount, currency, status, createdAt, paidAt } = order;
    const about = on('order', id);
    const placed = { number, productName, amount };
    return [
      { ...self({ id: profileId, email }), ...about, action: 'orders.placed', after: placed, at: createdAt },
      ...(paidAt
        ? [
            {
              ...provider,
              ...about,
              action: 'orders.paid' as const,
              before: { status: 'pending' },
              after: { status, amount, currency },
              at: paidAt,
            },
          ]
        : []),
      ...(status === 'cancelled'
        ? [
            {
              ...provider,
              ...about,
              action: 'orders.cancelled' as const,
              before: { status: 'pending' },
              after: { status },
              at: order.updatedAt!,
            },
          ]
        : []),
    ];
  });

function ofCampaigns({ campaigns }: SeedRecord, staff: (at: Date) => Actor): Entry[] {
  const { periods, subscriptions, vouchers, refund } = campaigns;
  const paid = periods.flatMap(
    ({ orderId, subscriptionId, paymentKey, packageName, bannerCount, tvSeconds, amount, createdAt }): Entry[] =>
      subscriptionId
        ? [
            {
              ...provider,
              ...on('order', orderId),
              action: 'advertising.period-paid',
              after: { invoice: paymentKey, package: packageName, bannerCount, tvSeconds, amount },
              at: createdAt,
            },
          ]
        : [],
  );
  const turned = subscriptions.flatMap(({ id, order, product, fate, turnedAt, paidUntil }): Entry[] => {
    const about = on('subscription', id);
    if (!turnedAt) return [];
    if (fate === 'past due')
      return [
        {
          ...provider,
          ...on('order', order.id),
          action: 'advertising.payment-failed',
          after: { attempt: 1 },
          at: turnedAt,
        },
        {
          ...provider,
          ...about,
          action: 'advertising.subscription-changed',
          before: { status: 'active' },
          after: { status: 'past_due', package: product.name },
          at: turnedAt,
        },
      ];
    const end = new Date(paidUntil * 1000);
    const cancelled: Entry = {
      ...provider,
      ...about,
      action: 'advertising.subscription-cancelled',
      after: { package: product.name, endsOn: end.toISOString() },
      at: turnedAt,
    };
    if (fate === 'ends') return [cancelled];
    const change = { before: { status: 'active' }, after: { status: 'canceled', package: product.name } };
    return [cancelled, { ...provider, ...about, action: 'advertising.subscription-changed', ...change, at: end }];
  });
  const issued = [...Map.groupBy(vouchers, ({ batch }) => batch)].map(([batch, codes]): Entry => {
    const { bannerCount, note, createdAt } = codes[0]!;
    const after = { count: codes.length, bannerCount, note };
    return { ...staff(createdAt), ...on('voucher batch', batch), action: 'vouchers.issued', after, at: createdAt };
  });
  const used = vouchers.flatMap(({ number, code, bannerCount, redeemer, redeemedAt, voidedAt }): Entry[] => {
    const about = on('voucher', String(number));
    if (redeemer && redeemedAt) {
      const after = { code, bannerCount, by: redeemer.email };
      return [{ ...self(redeemer), ...about, action: 'vouchers.redeemed', after, at: redeemedAt }];
    }
    if (!voidedAt) return [];
    const change = { before: { voidedAt: null }, after: { voidedAt, code, bannerCount } };
    return [{ ...staff(voidedAt), ...about, action: 'vouchers.voided', ...change, at: voidedAt }];
  });
  const after = { refund: refund.id, amount: refund.amount };
  return [
    ...paid,
    ...turned,
    ...issued,
    ...used,
    { ...provider, ...on('package', refund.period.id), action: 'advertising.refunded', after, at: refund.createdAt },
  ];
}

const ofTvs = ({ tvs, people }: SeedRecord): Entry[] =>
  tvs.flatMap(({ id, profileId, number, linkedAt, unlinkedAt }): Entry[] => {
    const by = self(people.get(profileId)!);
    const linked = { ...by, ...on('device', id), action: 'devices.linked' as const, after: { number }, at: linkedAt };
    if (!unlinkedAt) return [linked];
    return [linked, { ...by, ...on('device', id), action: 'devices.unlinked', before: { number }, at: unlinkedAt }];
  });

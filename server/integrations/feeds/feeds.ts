import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Feed } from '#domain/integrations/feeds/rows.ts';
import { profiles } from '../../accounts/schema.ts';
import { ledger, packages } from '../../advertising/schema.ts';
import { bookEntries, bookLines } from '../../books/schema.ts';
import { reservations } from '../../events/schema.ts';
import { orderLines, orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { vouchers } from '../../vouchers/schema.ts';

interface Source {
  table: PgTable;
  key: AnyPgColumn;
  keyType: 'uuid' | 'bigint' | 'text';
  columns: Record<string, AnyPgColumn | SQL>;
}

/** Moments inside JSON that PostgreSQL writes look like those that JavaScript writes. */
const moment = (column: AnyPgColumn) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Where the rows of each feed come from; their meaning is in domain/integrations/feeds/rows.ts. */
export const SOURCES: Record<Feed, Source> = {
  orders: {
    table: orders,
    key: orders.id,
    keyType: 'uuid',
    columns: {
      id: orders.id,
      number: orders.number,
      personId: orders.profileId,
      email: orders.email,
      kind: orders.kind,
      product: orders.productName,
      amount: orders.amount,
      currency: orders.currency,
      rate: orders.rate,
      way: orders.way,
      status: orders.status,
      paymentState: orders.paymentState,
      fulfilmentState: orders.fulfilmentState,
      parcels: orders.parcels,
      deliveredParcels: orders.deliveredParcels,
      isDisputed: orders.isDisputed,
      refunded: orders.refunded,
      delivery: orders.delivery,
      lines: sql`(select coalesce(json_agg(json_build_object('position', ${orderLines.position}, 'kind', ${orderLines.kind},
        'name', ${orderLines.name}, 'quantity', ${orderLines.quantity}, 'amount', ${orderLines.amount},
        'currency', ${orderLines.currency}) order by ${orderLines.position}), '[]')
        from ${orderLines} where ${orderLines.orderId} = ${orders.id})`,
      version: orders.version,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
    },
  },
  payments: {
    table: orderPayments,
    key: orderPayments.key,
    keyType: 'text',
    columns: {
      key: orderPayments.key,
      orderId: orderPayments.orderId,
      way: orderPayments.way,
      source: orderPayments.source,
      amount: orderPayments.amount,
      currency: orderPayments.currency,
      receipt: orderPayments.receipt,
      isSurplus: orderPayments.isSurplus,
      isReturned: orderPayments.returned,
      refunds: sql`(select coalesce(json_agg(json_build_object('id', ${refunds.id}, 'amount', ${refunds.amount},
        'currency', ${refunds.currency}, 'stands', ${refunds.succeeded}, 'createdAt', ${moment(refunds.createdAt)})
        order by ${refunds.createdAt}, ${refunds.id}), '[]')
        from ${refunds} where ${refunds.paymentKey} = ${orderPayments.key})`,
      at: orderPayments.at,
    },
  },
  people: {
    table: profiles,
    key: profiles.id,
    keyType: 'uuid',
    columns: {
      id: profiles.id,
      email: profiles.email,
      username: profiles.username,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      phone: profiles.phone,
      address: profiles.address,
      addressNumber: profiles.addressNumber,
      postalCode: profiles.postalCode,
      city: profiles.city,
      country: profiles.country,
      companyName: profiles.companyName,
      companyTaxNumber: profiles.companyTaxNumber,
      companyRegistrationNumber: profiles.companyRegistrationNumber,
      companyAddress: profiles.companyAddress,
      isCompany: profiles.isCompany,
      isPartner: profiles.isPartner,
      isInstaller: profiles.isInstaller,
      isWaiting: profiles.toBeRegistered,
      inNetwork: profiles.inTree,
      parentId: profiles.parentId,
      blockedAt: profiles.blockedAt,
      closedAt: profiles.closedAt,
      createdAt: profiles.createdAt,
    },
  },
  packages: {
    table: packages,
    key: packages.id,
    keyType: 'uuid',
    columns: {
      id: packages.id,
      personId: packages.profileId,
      orderId: packages.orderId,
      email: packages.email,
      name: packages.packageName,
      companyName: packages.companyName,
      banners: packages.bannerCount,
      tvSeconds: packages.tvSeconds,
      amount: packages.amount,
      currency: packages.currency,
      refunded: packages.refunded,
      subscriptionId: packages.subscriptionId,
      paymentKey: packages.paymentKey,
      invoiceNumber: packages.invoiceNumber,
      periodEnd: packages.periodEnd,
      createdAt: packages.createdAt,
    },
  },
  reservations: {
    table: reservations,
    key: reservations.id,
    keyType: 'uuid',
    columns: {
      id: reservations.id,
      number: reservations.number,
      year: reservations.year,
      firstName: reservations.firstName,
      lastName: reservations.lastName,
      email: reservations.email,
      phone: reservations.phone,
      country: reservations.country,
      package: reservations.packageId,
      amount: reservations.amount,
      currency: reservations.currency,
      arrived: reservations.arrived,
      status: sql`case ${reservations.status} when 'placeno' then 'paid' when 'isteklo' then 'lapsed'
        when 'otkazano' then 'cancelled' else 'pending' end`,
      lapsesAt: reservations.lapsesAt,
      confirmedAt: reservations.confirmedAt,
      lapsedAt: reservations.lapsedAt,
      cancelledAt: reservations.cancelledAt,
      createdAt: reservations.createdAt,
    },
  },
  vouchers: {
    table: vouchers,
    key: vouchers.id,
    keyType: 'bigint',
    columns: {
      id: vouchers.id,
      code: sql`${vouchers.code}::text`,
      banners: vouchers.bannerCount,
      state: sql`case when ${vouchers.used} then 'used' when ${vouchers.voidedAt} is not null then 'voided' else 'unused' end`,
      redeemedBy: vouchers.redeemedBy,
      redeemedAt: vouchers.redeemedAt,
      voidedAt: vouchers.voidedAt,
      batch: vouchers.batch,
      createdAt: vouchers.createdAt,
    },
  },
  ledger: {
    table: ledger,
    key: ledger.id,
    keyType: 'bigint',
    columns: {
      id: ledger.id,
      personId: ledger.profileId,
      unit: ledger.unit,
      delta: ledger.delta,
      reason: ledger.reason,
      reference: ledger.reference,
      createdAt: ledger.createdAt,
    },
  },
  'book-entries': {
    table: bookEntries,
    key: bookEntries.id,
    keyType: 'bigint',
    columns: {
      id: bookEntries.id,
      kind: bookEntries.kind,
      reference: bookEntries.reference,
      step: bookEntries.step,
      entity: bookEntries.entity,
      currency: bookEntries.currency,
      concerns: bookEntries.concerns,
      personId: bookEntries.profileId,
      lines: sql`(select coalesce(json_agg(json_build_object('account', ${bookLines.account}, 'amount', ${bookLines.amount})
        order by ${bookLines.account}), '[]') from ${bookLines} where ${bookLines.entryId} = ${bookEntries.id})`,
      moment: bookEntries.moment,
      createdAt: bookEntries.createdAt,
    },
  },
};

import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { MINUTE_MS } from '#domain/day.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import type { CallOutcome } from '#domain/orders/calls/calls.ts';
import { referenceWithModel } from '#domain/orders/transfer/reference.ts';
import { carryOutDueDecisions } from '../../flows/bank/carry-out-due-decisions.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { bankStatement, type Line } from '../bank-statement.ts';
import type { Client } from '../client.ts';
import type { Profile } from '../population.ts';
import type { Desk } from './desk-clients.ts';

export interface PlacedOrder {
  id: string;
  number: number;
  buyer: Profile;
}

export interface PackedParcel {
  id: string;
  key: string;
  serials: string[];
}

const [ONE] = devicePackages;

/** What buyers and staff of the demonstration do, each through the API at the clock's time. */
export function deskActions({ deps, clock, as }: Desk, staff: Client, buyers: readonly Profile[]) {
  const { db } = deps;
  let next = 0;
  let serial = 900_000;

  async function place(way: 'transfer' | 'cash_on_delivery', product = ONE!): Promise<PlacedOrder> {
    const buyer = buyers[next % buyers.length]!;
    next += 1;
    const { firstName, lastName, address, addressNumber, city, postalCode } = buyer;
    const placed = await (await as(buyer)).payments.createPayment({
      productName: product.name,
      productPrice: product.price.amount / 100,
      termsVersion: documentVersions.memberTerms,
      way,
      buyerInfo: {
        firstName,
        lastName,
        companyName: '',
        country: 'RS',
        address: address ?? '',
        addressNumber: addressNumber ?? '',
        city: city ?? '',
        postalCode: postalCode ?? '',
        phone: `+381 63 48${String(next).padStart(5, '0')}`,
      } as never,
    });
    // The database itself dates new orders.
    await db.update(orders).set({ createdAt: clock.now }).where(eq(orders.id, placed.orderId));
    return { id: placed.orderId, number: placed.number, buyer };
  }

  /** A line of a statement that pays the order by transfer, or so many para off its amount. */
  async function transferFor({ id, buyer }: PlacedOrder, off = 0): Promise<Line> {
    const claims = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id)).orderBy(desc(orderClaims.id));
    const { reference, amount } = claims[0]!;
    return {
      amount: amount + off,
      text: referenceWithModel(reference!),
      payer: `${buyer.firstName} ${buyer.lastName}`,
    };
  }

  async function importStatement(lines: Line[]): Promise<string> {
    const done = await staff.bank.statements.import({ file: bankStatement(clock.now, lines) });
    if (done.kind !== 'imported') throw new Error(`the statement of the demonstration was not read: ${done.kind}`);
    return done.importId;
  }

  /** The lines that agree are confirmed, which is carried out some minutes later. */
  async function confirmExactLines(importId: string): Promise<void> {
    const { version } = await staff.bank.statements.sums({ importId });
    await staff.bank.desk.confirmExact({ importId, version });
    clock.now = new Date(clock.now.getTime() + 3 * MINUTE_MS);
    await carryOutDueDecisions(deps);
  }

  async function pack({ id: order, number }: PlacedOrder): Promise<PackedParcel> {
    const { version } = await staff.fulfilment.admin.read({ number });
    const id = randomUUID();
    serial += 1;
    const serials = [`VDK-26-${serial}`];
    const boxes = [{ grams: 350, serials }];
    const { key } = await staff.fulfilment.admin.pack({ order, id, version, courier: 'own', boxes });
    await staff.fulfilment.admin.enterReceipt({ order, kind: 'receipt', number: `VDK12CD3-VDK12CD3-${serial}` });
    return { id, key, serials };
  }

  async function send(order: PlacedOrder): Promise<PackedParcel> {
    const parcel = await pack(order);
    await staff.fulfilment.admin.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
    return parcel;
  }

  async function enterCall({ number }: PlacedOrder, outcome: CallOutcome, note = ''): Promise<void> {
    const { version } = await staff.orders.admin.read({ number });
    await staff.orders.admin.call({ number, version, id: randomUUID(), outcome, next: null, note });
  }

  /** All the money of an order by transfer goes back; the account is not named yet. */
  async function refund({ number }: PlacedOrder): Promise<void> {
    const { version, payments } = await staff.refunds.admin.read({ order: number });
    const wanted = {
      order: number,
      payment: payments[0]!.key,
      reason: 'agreement',
      goods: 'none',
      scope: 'whole',
    } as const;
    const preview = await staff.refunds.admin.preview(wanted);
    await staff.refunds.admin.ask({ ...wanted, id: randomUUID(), version, shown: preview.money.amount });
  }

  async function refundToAccount(order: PlacedOrder): Promise<void> {
    await refund(order);
    const [row] = await db.select().from(payouts).orderBy(desc(payouts.createdAt)).limit(1);
    const payee = `${order.buyer.firstName} ${order.buyer.lastName}`;
    await staff.payouts.name({ token: row!.token, payee, account: '160-0000000123456-54' });
  }

  /** A payment order of everything that waits. */
  async function exportPayouts(): Promise<void> {
    const ready = await db.select().from(payouts).where(eq(payouts.state, 'ready'));
    const shown = ready.reduce((sum, { amount }) => sum + amount, 0);
    await staff.payouts.admin.export({ id: randomUUID(), payouts: ready.map(({ id }) => id), shown });
  }

  /** The bank's statement says that the payment order was carried out. */
  async function confirmPayouts(): Promise<void> {
    const [done] = await db.select().from(payouts).where(eq(payouts.state, 'listed'));
    const importId = await importStatement([{ amount: -done!.amount, text: `97 ${done!.reference}` }]);
    const matches = await staff.payouts.admin.matches({ importId });
    await staff.payouts.admin.confirm({ importId, lines: matches.map(({ line }) => line) });
  }

  return {
    place,
    transferFor,
    importStatement,
    confirmExactLines,
    pack,
    send,
    enterCall,
    refund,
    refundToAccount,
    exportPayouts,
    confirmPayouts,
    deliver: ({ id }: PackedParcel) => staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'delivered' }),
    refuse: ({ id }: PackedParcel) => staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'refused' }),
  };
}

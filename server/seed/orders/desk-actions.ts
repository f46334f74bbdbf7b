import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import type { CallOutcome } from '#domain/orders/calls/calls.ts';
import { orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Client } from '../client.ts';
import type { Profile } from '../population.ts';
import { bankActions } from './bank-actions.ts';
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

/** Serial number of the n-th device that the demonstration receives; they are packed in that order. */
const serialNumber = (n: number) => `VDK-26-${900_000 + n}`;

/** What buyers and staff of the demonstration do, each through the API at the clock's time. */
export function deskActions(desk: Desk, staff: Client, buyers: readonly Profile[]) {
  const { deps, clock, as } = desk;
  const { db } = deps;
  let next = 0;
  let [received, packed] = [0, 0];

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

  /** Devices from the manufacturer, by its file. */
  async function receiveDevices(count: number, document: string, shelf: string): Promise<void> {
    const serials = Array.from({ length: count }, (_, n) => serialNumber(received + n + 1));
    received += count;
    const file = new File([serials.join('\r\n')], 'serijski-brojevi.csv', { type: 'text/csv' });
    await staff.stock.admin.take({ key: randomUUID(), file, document, shelf });
  }

  /** Of the devices that arrived last, so that those that are packed stay. */
  async function writeOffNewest(): Promise<void> {
    const serials = [serialNumber(received)];
    await staff.stock.admin.writeOff({ serials, reason: 'transport', note: 'Kutija je stigla nagnječena.' });
  }

  async function pack({ id: order, number }: PlacedOrder): Promise<PackedParcel> {
    const { version } = await staff.fulfilment.admin.read({ number });
    const id = randomUUID();
    packed += 1;
    const serials = [serialNumber(packed)];
    const boxes = [{ grams: 350, serials }];
    const { key } = await staff.fulfilment.admin.pack({ order, id, version, courier: 'own', boxes });
    await staff.fulfilment.admin.enterReceipt({
      order,
      kind: 'receipt',
      number: `VDK12CD3-VDK12CD3-${900_000 + packed}`,
    });
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

  return {
    ...bankActions(desk, staff),
    place,
    receiveDevices,
    writeOffNewest,
    pack,
    send,
    enterCall,
    refund,
    refundToAccount,
    deliver: ({ id }: PackedParcel) => staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'delivered' }),
    refuse: ({ id }: PackedParcel) => staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'refused' }),
  };
}

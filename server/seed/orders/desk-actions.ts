import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { advertisingPackages, devicePackages } from '#domain/catalogue/catalogue.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import type { PaymentWay } from '#domain/order-states.ts';
import type { CallOutcome } from '#domain/orders/calls/calls.ts';
import { sendRequests } from '../../flows/fulfilment/couriers/send-requests.ts';
import { shipmentBoxes } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Client } from '../client.ts';
import type { Profile } from '../population.ts';
import { bankActions } from './bank-actions.ts';
import type { Desk } from './desk-clients.ts';
import type { PackedParcel, PlacedOrder } from './placed.ts';
import { returnActions } from './return-actions.ts';
import { companyForm } from './sales.ts';

const [ONE] = devicePackages;
const [STARTER] = advertisingPackages;

/** Serial number of the n-th device that the demonstration receives; they are packed in that order. */
const serialNumber = (n: number) => `VDK-26-${900_000 + n}`;

/** What buyers and staff of the demonstration do, each through the API at the clock's time. */
export function deskActions(desk: Desk, staff: Client, buyers: readonly Profile[]) {
  const { deps, clock, as } = desk;
  const { db } = deps;
  let next = 0;
  let [received, packed] = [0, 0];

  async function place(way: PaymentWay, product = ONE!): Promise<PlacedOrder> {
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
    return dated(placed, buyer);
  }

  /** Months of a package, paid together by transfer. */
  async function placeMonths(buyer: Profile, months: number): Promise<PlacedOrder> {
    const placed = await (await as(buyer)).payments.createPayment({
      productName: STARTER!.name,
      productPrice: STARTER!.price.amount / 100,
      termsVersion: documentVersions.companyTerms,
      way: 'transfer',
      months,
      companyInfo: companyForm(buyer) as never,
    });
    return dated(placed, buyer);
  }

  /** The database itself dates new orders. */
  async function dated(
    { orderId: id, number, url }: { orderId: string; number: number; url: string },
    buyer: Profile,
  ): Promise<PlacedOrder> {
    await db.update(orders).set({ createdAt: clock.now }).where(eq(orders.id, id));
    return { id, number, buyer, url };
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

  async function pack({ id: order, number }: PlacedOrder, courier: PackingCourier = 'own'): Promise<PackedParcel> {
    const { version } = await staff.fulfilment.admin.read({ number });
    const id = randomUUID();
    packed += 1;
    const serials = [serialNumber(packed)];
    const boxes = [{ grams: 350, serials }];
    const { key } = await staff.fulfilment.admin.pack({ order, id, version, courier, boxes });
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

  /** The courier confirms it first, and its box has a number of the courier's. */
  async function sendByCourier(order: PlacedOrder): Promise<PackedParcel> {
    const parcel = await pack(order, 'd-express');
    await sendRequests(deps);
    const [box] = await db.select().from(shipmentBoxes).where(eq(shipmentBoxes.shipmentId, parcel.id));
    await staff.fulfilment.admin.handOver({ id: parcel.id, labels: [box!.code!] });
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
    await nameAccount(order);
  }

  async function nameAccount({ id, buyer }: PlacedOrder): Promise<void> {
    const [row] = await db
      .select()
      .from(payouts)
      .where(eq(payouts.orderId, id))
      .orderBy(desc(payouts.createdAt))
      .limit(1);
    const payee = `${buyer.firstName} ${buyer.lastName}`;
    await staff.payouts.name({ token: row!.token, payee, account: '160-0000000123456-54' });
  }

  return {
    ...bankActions(desk, staff),
    ...returnActions(desk, staff),
    place,
    placeMonths,
    receiveDevices,
    writeOffNewest,
    pack,
    send,
    sendByCourier,
    enterCall,
    refund,
    refundToAccount,
    nameAccount,
    /** On the payment provider's page. */
    pay: ({ url }: PlacedOrder, fields: Record<string, string>) => desk.press(url, fields),
    /** A message of the courier, by its code. */
    courierTells: ({ key }: PackedParcel, status: string) => desk.courier.tell(key, status),
    deliver: ({ id }: PackedParcel) => staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'delivered' }),
    refuse: ({ id }: PackedParcel) => staff.fulfilment.admin.move({ id, from: 'handed_over', to: 'refused' }),
  };
}
export type DeskActions = ReturnType<typeof deskActions>;

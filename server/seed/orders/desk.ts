import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { contract } from '#domain/contract.ts';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import type { CallOutcome } from '#domain/orders/calls/calls.ts';
import { paidReference } from '#domain/orders/transfer/reference.ts';
import { profiles } from '../../accounts/schema.ts';
import { createApp } from '../../app.ts';
import { sessions } from '../../auth/schema.ts';
import { openTokens } from '../../auth/sessions/tokens.ts';
import type { Dependencies } from '../../dependencies.ts';
import { carryOut } from '../../flows/bank/carry-out.ts';
import { shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { bankStatement, type Line } from '../bank-statement.ts';
import type { Client } from '../client.ts';
import { connectPrograms } from '../connect-programs.ts';
import type { Profile } from '../population.ts';
import { markSent } from './mark-sent.ts';

interface Placed {
  id: string;
  number: number;
  buyer: Profile;
}
/** Something that happens so long before now, in milliseconds. */
interface Happening {
  ago: number;
  happens(): Promise<unknown>;
}

const MINUTE = 60_000;
const [ONE, TEN] = devicePackages;

/**
 * The last days of the desk, played through the API as people would: orders by transfer and on delivery, a bank statement that is not decided
 * yet, returns, and money that goes back to accounts. Whatever is written is written by the program itself, at the moment at which it happened;
 * nothing of it is mailed. Comes after the year.
 */
export async function playDesk(opened: Dependencies, buyers: Profile[], desk: { id: string; email: string }) {
  const end = opened.now();
  const clock = { now: end };
  const now = () => clock.now;
  const tokens = await openTokens(opened.db, `${opened.config.publicUrl}/auth/v1`, {
    now,
    sealing: opened.config.sealingKeys,
  });
  const deps = { ...opened, now, tokens };
  const { db } = deps;
  const app = createApp(deps);
  const signedIn: string[] = [];

  async function as({ id, email }: { id: string; email: string }): Promise<Client> {
    const sessionId = randomUUID();
    signedIn.push(sessionId);
    await db.insert(sessions).values({ id: sessionId, userId: id, refreshedAt: clock.now, provenAt: clock.now });
    const issue = async () => {
      const amr = [{ method: 'password', timestamp: Math.floor(clock.now.getTime() / 1000) }];
      const claims = { userId: id, sessionId, email, aal: 'aal1' as const, amr, userMetadata: {} };
      return (await deps.tokens.issue(claims, clock.now)).token;
    };
    const link = new OpenAPILink(contract, {
      url: `${deps.config.publicUrl}/api`,
      headers: async () => ({ authorization: `Bearer ${await issue()}` }),
      fetch: (request) => Promise.resolve(app.fetch(request)),
    });
    return createORPCClient(link);
  }

  const staff = await as(desk);
  let next = 0;
  let serial = 900_000;

  async function place(way: 'transfer' | 'cash_on_delivery', product = ONE!): Promise<Placed> {
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
  const claimOf = async ({ id }: Placed) =>
    (await db.select().from(orderClaims).where(eq(orderClaims.orderId, id)).orderBy(desc(orderClaims.id)))[0]!;

  /** A statement of that day, read by the desk; what agrees is confirmed when that is wanted, and happens two minutes later. */
  async function statement(lines: Line[], { confirms }: { confirms: boolean }): Promise<string> {
    const file = bankStatement(clock.now, lines);
    const done = await staff.bank.statements.import({ file });
    if (done.kind !== 'imported') throw new Error(`the statement of the demonstration was not read: ${done.kind}`);
    if (confirms) {
      const { version } = await staff.bank.statements.sums({ importId: done.importId });
      await staff.bank.desk.confirmExact({ importId: done.importId, version });
      clock.now = new Date(clock.now.getTime() + 3 * MINUTE);
      await carryOut(deps);
    }
    return done.importId;
  }
  const paying = async (placed: Placed, off = 0): Promise<Line> => {
    const { reference, amount } = await claimOf(placed);
    return {
      amount: amount + off,
      text: paidReference(reference!),
      payer: `${placed.buyer.firstName} ${placed.buyer.lastName}`,
    };
  };

  async function pack(
    { id: order, number }: Placed,
    count = 1,
  ): Promise<{ id: string; key: string; serials: string[] }> {
    const { version } = await staff.fulfilment.admin.read({ number });
    const id = randomUUID();
    const serials = Array.from({ length: count }, () => `VDK-26-${++serial}`);
    const boxes = [{ grams: 350 * count, serials }];
    const { key } = await staff.fulfilment.admin.pack({ order, id, version, courier: 'own', boxes });
    await staff.fulfilment.admin.enterReceipt({ order, kind: 'receipt', number: `VDK12CD3-VDK12CD3-${serial}` });
    return { id, key, serials };
  }
  async function send(order: Placed, count = 1) {
    const parcel = await pack(order, count);
    await staff.fulfilment.admin.handOver({ id: parcel.id, labels: [`${parcel.key}-1`] });
    return parcel;
  }
  const moved = (id: string, from: 'handed_over' | 'refused', to: 'delivered' | 'refused' | 'returned') =>
    staff.fulfilment.admin.move({ id, from, to });
  async function phone({ number }: Placed, outcome: CallOutcome, note = ''): Promise<void> {
    const { version } = await staff.orders.admin.read({ number });
    await staff.orders.admin.call({ number, version, id: randomUUID(), outcome, next: null, note });
  }

  /** Money of a whole order by transfer goes back; the buyer names an account when that is wanted. */
  async function refund({ number }: Placed, names: string | null): Promise<void> {
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
    if (!names) return;
    const [row] = await db.select().from(payouts).orderBy(desc(payouts.createdAt)).limit(1);
    await staff.payouts.name({ token: row!.token, payee: names, account: '160-0000000123456-54' });
  }
  const exportReady = async (): Promise<void> => {
    const ready = await db.select().from(payouts).where(eq(payouts.state, 'ready'));
    const shown = ready.reduce((sum, { amount }) => sum + amount, 0);
    await staff.payouts.admin.export({ id: randomUUID(), payouts: ready.map(({ id }) => id), shown });
  };

  const story: Record<string, Placed> = {};
  const keep =
    (name: string, way: 'transfer' | 'cash_on_delivery', product = ONE!) =>
    async () => {
      story[name] = await place(way, product);
    };
  const parcels: Record<string, Awaited<ReturnType<typeof pack>>> = {};
  const days = (n: number, hours = 0) => n * DAY_MS - hours * HOUR_MS;
  const at = (ago: number, happens: () => Promise<unknown>): Happening => ({ ago, happens });

  const exchange = randomUUID();
  const happenings: Happening[] = [
    at(days(9), keep('returned', 'transfer')),
    at(days(9, 1), keep('waits for an account', 'transfer')),
    at(days(9, 2), keep('delivered', 'transfer')),
    at(days(8), keep('refunded', 'transfer')),
    at(days(7), async () => {
      const names = ['returned', 'waits for an account', 'delivered', 'refunded'];
      await statement(await Promise.all(names.map((name) => paying(story[name]!))), { confirms: true });
    }),
    at(days(6, 2), async () => {
      parcels.delivered = await send(story.delivered!);
    }),
    at(days(6), keep('almost over', 'transfer')),
    at(days(5), () => moved(parcels.delivered!.id, 'handed_over', 'delivered')),
    at(days(5, 1), async () =>
      refund(story.refunded!, `${story.refunded!.buyer.firstName} ${story.refunded!.buyer.lastName}`),
    ),
    at(days(4), exportReady),
    at(days(3, 2), async () => {
      const [done] = await db.select().from(payouts).where(eq(payouts.state, 'listed'));
      const importId = await statement([{ amount: -done!.amount, text: `97 ${done!.reference}` }], { confirms: false });
      const matches = await staff.payouts.admin.matches({ importId });
      await staff.payouts.admin.confirm({ importId, lines: matches.map(({ line }) => line) });
    }),
    at(days(4, 1), keep('refused at the door', 'cash_on_delivery')),
    at(days(4, 2), keep('collected', 'cash_on_delivery')),
    at(days(4, 3), async () => {
      for (const name of ['refused at the door', 'collected']) await phone(story[name]!, 'confirmed');
    }),
    at(days(3), async () => {
      for (const name of ['refused at the door', 'collected']) parcels[name] = await send(story[name]!);
    }),
    at(days(2), async () => {
      await moved(parcels.collected!.id, 'handed_over', 'delivered');
      await moved(parcels['refused at the door']!.id, 'handed_over', 'refused');
    }),
    // The device that was delivered is faulty: another one goes out for it today.
    at(days(2, 4), async () => {
      const { delivered } = story;
      const [serial] = parcels.delivered!.serials;
      const said = {
        order: delivered!.id,
        id: exchange,
        serial: serial!,
        reason: 'Slika se gasi posle desetak minuta.',
      };
      await staff.fulfilment.admin.exchange({ ...said, way: 'sends' });
    }),
    at(4 * HOUR_MS, async () => {
      const [serial] = parcels.delivered!.serials;
      await staff.fulfilment.admin.receiveExchanged({ id: exchange, serial: serial! });
    }),
    at(days(2, 3), () => refund(story['waits for an account']!, null)),
    at(days(1), async () =>
      refund(story.returned!, `${story.returned!.buyer.firstName} ${story.returned!.buyer.lastName}`),
    ),
    at(days(1, 1), keep('ten by transfer', 'transfer', TEN!)),
    at(days(1, 2), keep('confirmed', 'cash_on_delivery')),
    at(days(1, 3), keep('not reached', 'cash_on_delivery')),
    at(days(1, 4), () => phone(story.confirmed!, 'confirmed', 'Dostava posle 17 h.')),
    at(days(1, 5), () => phone(story['not reached']!, 'no_answer')),
    at(20 * HOUR_MS, keep('a little less', 'transfer')),
    at(5 * HOUR_MS, keep('to be called', 'cash_on_delivery')),
    at(3 * HOUR_MS, keep('waiting', 'transfer')),
    at(2 * HOUR_MS, async () => {
      await pack(story.confirmed!);
      const lines = [await paying(story['ten by transfer']!), await paying(story['a little less']!, -200_000)];
      const others = [
        { amount: 1_500_000, text: 'uplata po dogovoru', payer: 'Dragana Savić' },
        { amount: -18_500, text: 'provizija banke' },
      ];
      await statement([...lines, ...others], { confirms: false });
    }),
  ];
  for (const { ago, happens } of happenings.toSorted((one, other) => other.ago - one.ago)) {
    clock.now = new Date(end.getTime() - ago);
    await happens();
  }
  clock.now = end;
  await askForReturns();
  await connectPrograms({ ...deps, now }, staff, desk);

  /** Three buyers of the year who got their devices lately: one complains, one has a label, of one the device came back. */
  async function askForReturns(): Promise<void> {
    const rows = await db
      .select({ order: orders, serial: sql<string>`min(${shipmentDevices.serial})` })
      .from(orders)
      .innerJoin(shipments, and(eq(shipments.orderId, orders.id), eq(shipments.state, 'delivered')))
      .innerJoin(shipmentDevices, eq(shipmentDevices.shipmentId, shipments.id))
      .innerJoin(profiles, eq(profiles.id, orders.profileId))
      .where(
        and(
          isNull(profiles.closedAt),
          isNull(profiles.blockedAt),
          eq(orders.refunded, 0),
          eq(orders.way, 'card'),
          sql`${shipments.deliveredAt} > ${new Date(end.getTime() - 14 * DAY_MS)}`,
        ),
      )
      .groupBy(orders.id)
      .orderBy(desc(orders.paidAt))
      .limit(3);
    for (const [n, { order, serial: one }] of rows.entries()) {
      const id = randomUUID();
      const said = { number: order.number, id, way: n === 1 ? ('label' as const) : ('own' as const), serials: [one] };
      const own = (await as({ id: order.profileId!, email: order.email })).returns;
      clock.now = new Date(end.getTime() - (n + 1) * 9 * HOUR_MS);
      if (n === 0) await own.ask({ ...said, kind: 'complaint', reason: 'Slika se prekida posle dva minuta.' });
      else await own.ask({ ...said, kind: 'withdrawal', reason: '' });
      clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);
      if (n === 1) await staff.returns.admin.sendLabel({ id, label: 'TT0000014821' });
      if (n === 2) await staff.returns.admin.receive({ id, serials: [one] });
    }
    clock.now = end;
  }

  // Nobody is mailed about a demonstration, and its people are signed in nowhere.
  await markSent(db);
  await db.delete(sessions).where(inArray(sessions.id, signedIn));
}

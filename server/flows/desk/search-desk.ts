import { and, asc, between, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Permission } from '#domain/access.ts';
import type { Found } from '#domain/admin/find.ts';
import { FOUND_FOR, FOUND_OF_A_KIND, type FoundKind } from '#domain/admin/palette.ts';
import { placeOfOrder, placeOfPerson, placeOfReservation, placeOfSubject } from '#domain/admin/subject-pages.ts';
import { referencesIn } from '#domain/events/payment/reference.ts';
import { hyphens } from '#domain/fold.ts';
import { boxCodeIn, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { memberName } from '#domain/network/rules.ts';
import type { Sale } from '#domain/orders/shapes.ts';
import { lineName } from '#domain/payments/copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { readPeople } from '../../accounts/people/people.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { places, RESERVATION_WORDS, reservations, tickets } from '../../events/schema.ts';
import { shipmentBoxes, shipments } from '../../fulfilment/schema.ts';
import { listOrders, resolveSaleFilter } from '../../orders/sales/list.ts';
import { orders } from '../../orders/schema.ts';
import { wordSearchCondition } from '../../platform/list.ts';
import { stateConditions, VOUCHER_WORDS, vouchers } from '../../vouchers/schema.ts';

type Permissions = ReadonlySet<Permission>;
const NEWEST = { sort: 'date', direction: 'desc' } as const;
const WHOLE_NUMBER = /^#?(\d{1,9})$/;

/**
 * What is called or numbered like that, of each kind that somebody may see: an exact number first, then the newest. Each kind is looked
 * for as its own list does it.
 */
export async function searchDesk(
  deps: Dependencies,
  permissions: Permissions,
  typed: string,
): Promise<{ rows: Found[] }> {
  const q = hyphens(typed);
  const may = (kind: FoundKind) => permissions.has(FOUND_FOR[kind]);
  const found = await Promise.all([
    may('order') ? findOrders(deps, permissions, q) : [],
    may('parcel') ? findParcels(deps, q) : [],
    may('member') ? findPeople(deps, q) : [],
    may('reservation') ? findReservations(deps, q) : [],
    may('ticket') ? findTickets(deps, q) : [],
    may('tv') ? findTvs(deps, q) : [],
    may('voucher') ? findVouchers(deps, q) : [],
  ]);
  return { rows: found.flat() };
}

const numberIn = (q: string): number | null => {
  const [, digits] = WHOLE_NUMBER.exec(q) ?? [];
  return digits === undefined ? null : Number(digits);
};

async function findOrders({ db, now }: Dependencies, permissions: Permissions, q: string): Promise<Found[]> {
  const at = now();
  const seesSales = permissions.has('see sales');
  const goods = seesSales ? {} : { kind: 'device' as const };
  const number = numberIn(q);
  const [exact, others] = await Promise.all([
    number === null ? null : listOrders(db, { ...NEWEST, ...goods, now: at }, { only: [number], size: 1 }),
    resolveSaleFilter(db, { search: q, ...goods }, at).then((filter) =>
      listOrders(db, { ...NEWEST, ...filter }, { size: FOUND_OF_A_KIND }),
    ),
  ]);
  const rows = new Map([...(exact?.rows ?? []), ...others.rows].map((row) => [row.number, row]));
  return [...rows.values()].slice(0, FOUND_OF_A_KIND).map((row) => ({
    kind: 'order',
    path: placeOfOrder(row.number).path,
    number: String(row.number),
    name: row.buyer,
    details: [lineName({ kind: row.kind, name: row.productName }), row.place].filter(Boolean),
    at: row.createdAt,
    state: seesSales ? stateOf(row) : row.fulfilmentState,
    ...(seesSales && { isPaid: PAID.includes(row.paymentState) }),
  }));
}

/** Of which something can be given back. */
const PAID: readonly Sale['paymentState'][] = ['paid', 'part_refunded', 'settled'];

/** What is open of an order: its money while that is on the way or went back, then its goods. */
const stateOf = ({ paymentState, fulfilmentState }: Sale) =>
  paymentState === 'paid' || paymentState === 'settled' || paymentState === 'due'
    ? (fulfilmentState ?? paymentState)
    : paymentState;

/** By their own key, by the courier's number of one of their boxes, or all of the order with that number. */
async function findParcels({ db }: Dependencies, q: string): Promise<Found[]> {
  const [, order, n] = /^#?(\d{1,9})(?:-(\d{1,4}))?$/.exec(q) ?? [];
  const code = boxCodeIn(q);
  if (order === undefined && code === null) return [];
  const rows = await db
    .select({ parcel: shipments, number: orders.number, product: orders.productName })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      code === null
        ? and(eq(orders.number, Number(order)), n === undefined ? undefined : eq(shipments.n, Number(n)))
        : inArray(
            shipments.id,
            db.select({ id: shipmentBoxes.shipmentId }).from(shipmentBoxes).where(eq(shipmentBoxes.code, code)),
          ),
    )
    .orderBy(desc(shipments.n))
    .limit(FOUND_OF_A_KIND);
  return rows.map(({ parcel, number, product }) => ({
    kind: 'parcel',
    path: placeOfOrder(number).path,
    number: shipmentKey(number, parcel.n),
    name: '',
    details: [product],
    at: parcel.createdAt,
    state: parcel.state,
  }));
}

async function findPeople({ db }: Dependencies, q: string): Promise<Found[]> {
  const newest = { sort: 'created', direction: 'desc' } as const;
  const { rows } = await readPeople(db, { ...newest, search: q, size: FOUND_OF_A_KIND }, (person) => person);
  return rows.map((person) => {
    const company = person.isCompany ? (person.companyName?.trim() ?? '') : '';
    return {
      kind: company ? 'company' : 'member',
      path: placeOfPerson(person.id).path,
      number: '',
      name: company || memberName(person),
      details: [person.email, person.phone, person.city].filter((one): one is string => Boolean(one)),
      at: null,
      state: accountState(person),
    };
  });
}

/** Why nothing is bought with the account; `null`: it is open. */
const accountState = ({ closedAt, blockedAt, toBeRegistered }: typeof profiles.$inferSelect) => {
  if (closedAt) return 'closed';
  if (blockedAt) return 'blocked';
  return toBeRegistered ? 'waiting' : null;
};

async function findReservations({ db }: Dependencies, q: string): Promise<Found[]> {
  const number = numberIn(q);
  const numbers = [...referencesIn(q).map((reference) => reference.number), ...(number === null ? [] : [number])];
  const read = (where: SQL | undefined) =>
    db
      .select(getTableColumns(reservations))
      .from(reservations)
      .where(where)
      .orderBy(desc(reservations.createdAt), desc(reservations.id))
      .limit(FOUND_OF_A_KIND);
  const [exact, others] = await Promise.all([
    read(numbers.length === 0 ? eq(reservations.email, q.toLowerCase()) : inArray(reservations.number, numbers)),
    read(wordSearchCondition(RESERVATION_WORDS, q)),
  ]);
  const rows = new Map([...exact, ...others].map((row) => [row.id, row]));
  return [...rows.values()].slice(0, FOUND_OF_A_KIND).map((row) => ({
    kind: 'reservation',
    path: placeOfReservation(row).path,
    number: String(row.number),
    name: `${row.firstName} ${row.lastName}`,
    details: [row.email, row.phone],
    at: row.createdAt,
    state: row.status,
  }));
}

const GUEST_WORDS = sql`search_fold(' ' || ${places.firstName} || ' ' || ${places.lastName})`;

/** By the guest that a place was given to, or `118-2`: the second of reservation 118. */
async function findTickets({ db }: Dependencies, q: string): Promise<Found[]> {
  const [, number, position] = /^(\d{1,9})[-/](\d{1,2})$/.exec(q) ?? [];
  const rows = await db
    .select({ ticket: tickets, guest: places, reservation: reservations })
    .from(tickets)
    .innerJoin(reservations, eq(reservations.id, tickets.reservationId))
    .leftJoin(places, and(eq(places.reservationId, tickets.reservationId), eq(places.position, tickets.position)))
    .where(
      number === undefined
        ? wordSearchCondition(GUEST_WORDS, q)
        : and(eq(reservations.number, Number(number)), eq(tickets.position, Number(position))),
    )
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(FOUND_OF_A_KIND);
  return rows.map(({ ticket, guest, reservation }) => {
    const holder = guest ?? reservation;
    return {
      kind: 'ticket',
      path: placeOfReservation(reservation).path,
      number: `${reservation.number}-${ticket.position}`,
      name: `${holder.firstName} ${holder.lastName}`,
      details: [],
      at: ticket.createdAt,
      state: null,
    };
  });
}

/** Digits of the number on a TV's screen, and how many of the first ones are enough: two of its three groups. */
const TV_DIGITS = 9;
const TV_DIGITS_ENOUGH = 6;

/** By the digits on its screen, from the first one on. */
async function findTvs({ db }: Dependencies, q: string): Promise<Found[]> {
  const digits = q.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(digits) || digits.length < TV_DIGITS_ENOUGH || digits.length > TV_DIGITS) return [];
  const first = Number(digits.padEnd(TV_DIGITS, '0'));
  const last = Number(digits.padEnd(TV_DIGITS, '9'));
  const rows = await db
    .select({ tv: devices, owner: profiles })
    .from(devices)
    .innerJoin(profiles, eq(profiles.id, devices.profileId))
    .where(and(between(devices.number, first, last), isNull(devices.unlinkedAt)))
    .orderBy(asc(devices.number))
    .limit(FOUND_OF_A_KIND);
  return rows.map(({ tv, owner }) => ({
    kind: 'tv',
    path: placeOfPerson(owner.id).path,
    number: String(tv.number),
    name: memberName(owner),
    details: [tv.name],
    at: tv.linkedAt,
    state: null,
  }));
}

const VOUCHER_STATE = sql<string>`case when ${stateConditions.used} then 'used' when ${stateConditions.voided} then 'voided' else 'unused' end`;

/** By code, however it is spaced or dashed, or by note; who redeemed one is asked of the list. */
async function findVouchers({ db }: Dependencies, q: string): Promise<Found[]> {
  const digits = q.replace(/[\s-]/g, '');
  const isCode = /^\d+$/.test(digits);
  const rows = await db
    .select({ voucher: vouchers, state: VOUCHER_STATE })
    .from(vouchers)
    .where(
      or(
        isCode && digits.length <= 18 ? eq(vouchers.code, digits) : undefined,
        wordSearchCondition(VOUCHER_WORDS, q),
        isCode ? wordSearchCondition(VOUCHER_WORDS, digits.replace(/^0+(?=\d)/, '')) : undefined,
      ),
    )
    .orderBy(desc(vouchers.id))
    .limit(FOUND_OF_A_KIND);
  return rows.map(({ voucher, state }) => ({
    kind: 'voucher',
    path: placeOfSubject('voucher', voucher.code)!.path,
    number: formatCode(voucher.code),
    name: '',
    details: voucher.note ? [voucher.note] : [],
    at: voucher.createdAt,
    state,
  }));
}

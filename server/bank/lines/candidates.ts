import { and, desc, eq, gte, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Candidate } from '#domain/bank/contract.ts';
import type { CandidateReason } from '#domain/bank/decisions.ts';
import { parseMinorUnits } from '#domain/bank/money.ts';
import { packageCopy } from '#domain/events/copy.ts';
import { foldText } from '#domain/fold.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { documents } from '../../documents/schema.ts';
import { reservations } from '../../events/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { wordSearchCondition as matches } from '../../platform/list.ts';
import { paymentParts, statementLines } from '../schema.ts';
import { entityOf, type LineRow } from './claim.ts';
import { nameOf } from './compare.ts';

const MAX_CANDIDATES = 12;
/** So many are read and ranked by what the payment says: many a claim is of one price. */
const RANKED = 300;

/** What an unnamed payment may be for, the likeliest first; or what a person looks for by number, name or amount. */
export async function candidatesFor(
  { db, config }: Dependencies,
  { id, search }: { id: string; search?: string | undefined },
): Promise<Candidate[]> {
  const [line] = await db.select().from(statementLines).where(eq(statementLines.id, id));
  if (!line) throw refuse('STATEMENT_LINE_GONE');
  if (line.outgoing) return [];
  const found =
    (await entityOf(db, line)) === 'company'
      ? await orderCandidates(db, line, config.documents.series.proforma, search)
      : await placeCandidates(db, line, search);
  return found.toSorted((a, b) => b.why.length - a.why.length).slice(0, MAX_CANDIDATES);
}

/** The numbers of pro-forma invoices that a text names: `P-2026-000405`, or the word for one and its number. */
export function proformasIn(text: string, series: string, year: string): string[] {
  const whole = [...text.matchAll(/\b([A-Z]{1,4})[-\s/]?(20\d{2})[-\s/]?(\d{6})\b/gi)]
    .filter(([, name]) => name!.toUpperCase() === series)
    .map(([, , of, ordinal]) => `${series}-${of}-${ordinal}`);
  const bare = [...foldText(text).matchAll(/predracun\w{0,3}[\s.:]{0,3}(?:br[\s.:]{0,3})?(\d{1,6})\b/g)].map(
    ([, ordinal]) => `${series}-${year}-${ordinal!.padStart(6, '0')}`,
  );
  return [...new Set([...whole, ...bare])];
}

async function orderCandidates(
  db: DatabaseOrTransaction,
  line: LineRow,
  series: string,
  search: string | undefined,
): Promise<Candidate[]> {
  const named = proformasIn(`${line.purpose} ${line.reference}`, series, line.bookedOn.slice(0, 4));
  const paper = db
    .select({ id: documents.orderId })
    .from(documents)
    .where(and(eq(documents.kind, 'proforma'), inArray(documents.number, named)));
  const words = sql`search_fold(' ' || ${orders.email} || ' ' || coalesce(${orders.delivery} ->> 'company_name', '') || ' ' ||
    coalesce(${orders.delivery} ->> 'firstName', '') || ' ' || coalesce(${orders.delivery} ->> 'lastName', ''))`;
  const left =
    sql<number>`${orderClaims.amount} - (select coalesce(sum(${orderPayments.amount}), 0) from ${orderPayments}
    where ${orderPayments.orderId} = ${orders.id} and not ${orderPayments.isSurplus} and ${orderPayments.currency} = ${orderClaims.currency})`.mapWith(
      Number,
    );
  const isNamed = named.length > 0 ? inArray(orders.id, paper) : undefined;
  const likely = or(
    and(gte(orderClaims.amount, line.amount), eq(orderClaims.currency, line.currency), eq(left, line.amount)),
    isNamed,
  );
  const papers = sql<
    string[]
  >`array(select number from ${documents} where ${documents.orderId} = ${orders.id} and kind = 'proforma')`;
  const rows = await db
    .select({ order: orders, claim: orderClaims, left, papers })
    .from(orderClaims)
    .innerJoin(orders, eq(orders.id, orderClaims.orderId))
    .where(
      and(
        eq(orderClaims.way, 'transfer'),
        ne(orderClaims.state, 'replaced'),
        ne(orders.status, 'paid'),
        search ? sought(search, orders.number, [orderClaims.amount, left], words) : likely,
      ),
    )
    .orderBy(
      ...(search ? exactFirst(search, orders.number) : isNamed ? [desc(isNamed)] : []),
      desc(orderClaims.createdAt),
    )
    .limit(RANKED);
  return rows.map(({ order, claim, left: amount, papers: numbers }) => ({
    number: order.number,
    name: nameOf(order),
    what: order.productName,
    left: { amount, currency: claim.currency },
    why: reasons(line, {
      amount: amount === line.amount && claim.currency === line.currency,
      proforma: numbers.some((one) => named.includes(one)),
      surname: order.delivery?.lastName ?? order.delivery?.company_name ?? '',
      town: order.delivery?.city ?? '',
      suggested: false,
    }),
  }));
}

async function placeCandidates(
  db: DatabaseOrTransaction,
  line: LineRow,
  search: string | undefined,
): Promise<Candidate[]> {
  const words = sql`search_fold(' ' || ${reservations.email} || ' ' || ${reservations.firstName} || ' ' || ${reservations.lastName})`;
  // What a person recorded without a statement: the line that brings it takes its place.
  const byHand = sql`(select sum(p.amount) from ${paymentParts} p where p.reservation_id = ${reservations}.id and p.line_id is null)`;
  const left = sql<number>`case when ${reservations.status} in ('pending', 'isteklo')
    then ${reservations.amount} - ${reservations.arrived} else ${byHand} end`.mapWith(Number);
  const isSuggested = line.suggestedId ? eq(reservations.id, line.suggestedId) : undefined;
  const likely = or(isSuggested, and(eq(left, line.amount), eq(reservations.currency, line.currency)));
  const rows = await db
    .select({ place: reservations, left })
    .from(reservations)
    .where(
      and(
        or(inArray(reservations.status, ['pending', 'isteklo']), isNotNull(byHand)),
        search ? sought(search, reservations.number, [reservations.amount, left], words) : likely,
      ),
    )
    .orderBy(
      ...(search ? exactFirst(search, reservations.number) : isSuggested ? [desc(isSuggested)] : []),
      desc(reservations.createdAt),
    )
    .limit(RANKED);
  return rows.map(({ place, left: amount }) => ({
    number: place.number,
    name: `${place.firstName} ${place.lastName}`,
    what: packageCopy[place.packageId].name,
    left: { amount, currency: place.currency },
    why: reasons(line, {
      amount: amount === line.amount && place.currency === line.currency,
      proforma: false,
      surname: place.lastName,
      town: '',
      suggested: place.id === line.suggestedId,
    }),
  }));
}

type NumberColumn = typeof orders.number | typeof reservations.number;
const isNumber = (search: string) => /^\d{1,9}$/.test(search);

/** A number as it is, the whole amount or what is left of it, and words of a name: firms are called `Studio 54`. */
function sought(search: string, number: NumberColumn, amounts: (SQL | AnyPgColumn)[], words: SQL) {
  const money = parseMinorUnits(search);
  return or(
    isNumber(search) ? sql`${number} = ${Number(search)}` : matches(words, search),
    ...(money === null ? [] : amounts.map((amount) => sql`${amount} = ${money}::bigint`)),
  );
}

const exactFirst = (search: string, number: NumberColumn): SQL[] =>
  isNumber(search) ? [desc(sql`${number} = ${Number(search)}`)] : [];

function reasons(
  { payer, purpose }: LineRow,
  is: { amount: boolean; proforma: boolean; surname: string; town: string; suggested: boolean },
): CandidateReason[] {
  const said = ` ${foldText(`${payer} ${purpose}`)} `.split(/[^\p{L}\p{N}]+/u);
  const says = (word: string) => {
    const parts = foldText(word)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    return parts.length > 0 && parts.every((part) => said.includes(part));
  };
  const all: [CandidateReason, boolean][] = [
    ['proforma', is.proforma],
    ['amount', is.amount],
    ['surname', says(is.surname)],
    ['town', says(is.town)],
    ['suggested', is.suggested],
  ];
  return all.flatMap(([reason, holds]) => (holds ? [reason] : []));
}

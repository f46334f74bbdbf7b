import { and, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { OwedMoney } from '#domain/bank/contract.ts';
import { sumsOf } from '#domain/bank/money.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { reservations } from '../events/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import { pageOf } from '../platform/list.ts';
import { paymentParts, statementLines } from './schema.ts';

/** What is owed back, newest first, and its sums; with what was given back when that is asked for. */
export async function listOwed(
  { db }: Dependencies,
  { returned = false, after }: { returned?: boolean | undefined; after?: string | undefined },
) {
  const page = pageOf({ key: paymentParts.decidedAt, id: paymentParts.id, direction: 'desc', after });
  const [found, sums] = await Promise.all([
    db
      .select({
        ...getTableColumns(paymentParts),
        payer: statementLines.payer,
        bookedOn: statementLines.bookedOn,
        reference: statementLines.reference,
        number: reservations.number,
        name: sql<string>`coalesce(${reservations.firstName} || ' ' || ${reservations.lastName}, '')`,
        email: sql<string>`coalesce(${reservations.email}, '')`,
        place: page.place,
      })
      .from(paymentParts)
      .leftJoin(statementLines, eq(statementLines.id, paymentParts.lineId))
      .leftJoin(reservations, eq(reservations.id, paymentParts.reservationId))
      .where(and(inArray(paymentParts.state, returned ? ['owed', 'returned'] : ['owed']), page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit),
    db
      .select({
        currency: paymentParts.currency,
        amount: sql<number>`sum(${paymentParts.amount})`.mapWith(Number),
        rows: count(),
      })
      .from(paymentParts)
      .where(eq(paymentParts.state, 'owed'))
      .groupBy(paymentParts.currency)
      .orderBy(desc(paymentParts.currency)),
  ]);
  const shown = page.show(
    found,
    (row): OwedMoney => ({
      id: row.id,
      amount: row.amount,
      currency: row.currency,
      payer: row.payer ?? '',
      bookedOn: row.bookedOn,
      reference: row.reference ?? '',
      number: row.number,
      name: row.name.trim(),
      email: row.email,
      reason: row.reason,
      owedAt: row.decidedAt,
      owedBy: row.decidedBy,
      returnedAt: row.returnedAt,
      returnedBy: row.returnedBy,
    }),
  );
  return { ...shown, sums: sumsOf(sums), count: sums.reduce((all, { rows }) => all + rows, 0) };
}

/** Said twice, the first time counts. */
export async function markOwed(
  deps: Dependencies,
  actor: Actor,
  { id, returned }: { id: string; returned: boolean },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [part] = await tx.select().from(paymentParts).where(eq(paymentParts.id, id)).for('update');
    if (!part || (part.state !== 'owed' && part.state !== 'returned')) throw refuse('OWED_MONEY_GONE');
    if ((part.state === 'returned') === returned) return;
    const change = returned
      ? { state: 'returned' as const, returnedAt: deps.now(), returnedBy: actor.email ?? actor.id }
      : { state: 'owed' as const, returnedAt: null, returnedBy: null };
    await tx.update(paymentParts).set(change).where(eq(paymentParts.id, id));
    await record(tx, actor, {
      action: returned ? 'bank.money-returned' : 'bank.return-taken-back',
      on: { kind: 'payment part', id },
      after: { amount: part.amount, currency: part.currency },
    });
  });
}

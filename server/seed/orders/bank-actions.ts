import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { MINUTE_MS } from '#domain/day.ts';
import { referenceWithModel } from '#domain/orders/transfer/reference.ts';
import { askPayouts } from '../../flows/bank/ask-payouts.ts';
import { carryOutDueDecisions } from '../../flows/bank/carry-out-due-decisions.ts';
import { orderClaims } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { bankStatement, type Line } from '../bank-statement.ts';
import type { Client } from '../client.ts';
import type { Profile } from '../population.ts';
import type { Desk } from './desk-clients.ts';

/** What staff do with statements and payment orders of the bank. */
export function bankActions({ deps, clock, courier }: Desk, staff: Client) {
  const { db } = deps;
  let statements = 0;

  /** A line of a statement that pays the order by transfer, or so many para off its amount. */
  async function transferFor({ id, buyer }: { id: string; buyer: Profile }, off = 0): Promise<Line> {
    const claims = await db.select().from(orderClaims).where(eq(orderClaims.orderId, id)).orderBy(desc(orderClaims.id));
    const { reference, amount } = claims[0]!;
    return {
      amount: amount + off,
      text: referenceWithModel(reference!),
      payer: `${buyer.firstName} ${buyer.lastName}`,
    };
  }

  async function importStatement(lines: Line[]): Promise<string> {
    statements += 1;
    const done = await staff.bank.statements.import({ file: bankStatement(clock.now, lines, `-${statements}`) });
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

  /** A payment order of everything that waits. */
  async function exportPayouts(): Promise<void> {
    const ready = await db.select().from(payouts).where(eq(payouts.state, 'ready'));
    const shown = ready.reduce((sum, { amount }) => sum + amount, 0);
    await staff.payouts.admin.export({ id: randomUUID(), payouts: ready.map(({ id }) => id), shown });
  }

  /** The bank's statement says that the payment order was carried out. */
  async function confirmPayouts(): Promise<void> {
    const listed = await db.select().from(payouts).where(eq(payouts.state, 'listed'));
    await confirmLinesOfPayouts(listed.map(({ amount, reference }) => ({ amount: -amount, text: `97 ${reference}` })));
  }

  /** The buyer's bank sends the money back. */
  async function bouncePayout({ id }: { id: string }): Promise<void> {
    const [done] = await db.select().from(payouts).where(eq(payouts.orderId, id));
    await confirmLinesOfPayouts([{ amount: done!.amount, text: `97 ${done!.reference}` }]);
  }

  async function confirmLinesOfPayouts(lines: Line[]): Promise<void> {
    const importId = await importStatement(lines);
    const matches = await staff.payouts.admin.matches({ importId });
    await staff.payouts.admin.confirm({ importId, lines: matches.map(({ line }) => line) });
  }

  /** A transfer of the courier's for all that it has collected but that parcel, with what it says of it when it is asked. */
  async function importCourierPayout(withheld: string): Promise<void> {
    const { amount, reference } = courier.payOut({ withheld: [withheld] });
    await importStatement([{ amount, text: reference, payer: 'D EXPRESS DOO BEOGRAD' }]);
    await askPayouts(deps);
  }

  return {
    transferFor,
    importStatement,
    confirmExactLines,
    exportPayouts,
    confirmPayouts,
    bouncePayout,
    importCourierPayout,
  };
}

import { eq } from 'drizzle-orm';
import type { PaymentExpectation } from '#domain/bank/decisions.ts';
import { dayOf } from '#domain/time.ts';
import type { LineRow, PaymentTarget } from '../../bank/lines/claim.ts';
import { decidedBy, recordLines } from '../../bank/parts.ts';
import { paymentParts, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { postPartEntries } from '../event/post-reservation-entries.ts';
import { receiveTransfer } from '../payments/receive-transfer.ts';
import { orderPageLink } from '../transfers/send-proforma.ts';
import { switchToTransfer } from '../transfers/switch-to-transfer.ts';
import type { LineDecision } from './prepare-decision.ts';

interface Deciding {
  asked: LineDecision;
  line: LineRow;
  others: LineRow[];
  target: Extract<PaymentTarget, { of: 'order' }>;
  expectation: PaymentExpectation;
}

/** Money of a statement goes to an order: it is received by the one function of transfers, what is owed back stays with the bank. */
export async function decideOrder(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { asked, line, others, target, expectation }: Deciding,
) {
  const { decision, reason } = asked;
  const { order, claim } = target;
  const { expected, missing, together } = expectation;
  const lines = decision === 'confirm' && missing !== 0 && together ? [line, ...others] : [line];
  const owed = decision === 'surplus' ? line.amount - expected.amount : 0;
  // What a card would pay by now is asked for by transfer again, at what the old pro-forma invoice said.
  const isLate = claim.state !== 'live' && decision !== 'keep';
  const claimId = decision === 'accept' ? await askForWhatCame(tx, deps, target, expectation, line) : claim.id;
  await recordLines(
    tx,
    decidedBy(actor, deps.now()),
    decision,
    lines.map((one) => ({
      line: one,
      reservationId: null,
      claimId: claim.id,
      entity: 'company' as const,
      parts: [
        ...(one.amount > owed ? [{ amount: one.amount - owed, state: 'confirmed' as const }] : []),
        ...(owed > 0 ? [{ amount: owed, state: 'owed' as const, reason }] : []),
      ],
    })),
  );
  if (line.claimId !== claim.id)
    await tx.update(statementLines).set({ claimId: claim.id }).where(eq(statementLines.id, line.id));
  let surplus = 0;
  for (const [at, one] of lines.entries()) {
    const came = await receiveTransfer(tx, deps, actor, {
      claimId,
      key: keyOf(one),
      amount: one.amount - owed,
      currency: one.currency,
      bookedOn: one.bookedOn,
      revive: isLate,
      isRestComing: at < lines.length - 1,
    });
    surplus += came.surplus;
  }
  if (decision === 'keep' && surplus > 0)
    await queueMail(tx, deps.queue, {
      ...buyerMailFields(order),
      template: 'orders.surplus-kept',
      props: { number: order.number, amount: surplus, currency: line.currency, link: orderPageLink(deps, order) },
      idempotencyKey: `orders.surplus-kept:${keyOf(line)}`,
    });
  await postPartEntries(tx, deps.now(), eq(paymentParts.lineId, line.id));
  await record(tx, actor, {
    action: ACTIONS[decision],
    on: { kind: 'order', id: order.id },
    after: {
      number: order.number,
      amount: line.amount,
      currency: line.currency,
      lines: lines.map(({ id }) => id),
      ...(decision === 'accept' ? { expected: expected.amount, reason } : {}),
      ...(owed > 0 ? { owed } : {}),
    },
  });
  return { outcome: decision === 'part' ? ('part' as const) : ('paid' as const), number: order.number };
}

const ACTIONS = {
  confirm: 'events.payment-linked',
  surplus: 'events.payment-linked',
  keep: 'bank.surplus-kept',
  part: 'bank.part-recorded',
  accept: 'bank.difference-accepted',
  return: 'bank.payment-owed',
} as const;

/** The same line is the same money, however often it is asked for. */
const keyOf = ({ id }: LineRow): string => `line:${id}`;

/** What is missing is written off: from now on the order asks for what has come and for nothing more. */
async function askForWhatCame(
  tx: Tx,
  deps: Dependencies,
  { order, claim }: Deciding['target'],
  { expected }: PaymentExpectation,
  line: LineRow,
): Promise<string> {
  const came = claim.amount - expected.amount;
  const today = dayOf(deps.now());
  const validUntil = claim.validUntil && claim.validUntil > today ? claim.validUntil : today;
  const asked = await switchToTransfer(tx, deps, order, { amount: came + line.amount, validUntil });
  return asked.id;
}

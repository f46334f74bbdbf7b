import { ENTITIES } from '#domain/books/accounts.ts';
import { staff } from '../access.ts';
import { agreeAsSecond, undoPendingDecision } from '../flows/bank/change-hold.ts';
import { closeLine } from '../flows/bank/close-line.ts';
import { queueCardPayoutDecision } from '../flows/bank/decide-card.ts';
import {
  askCourierAboutPayoutAgain,
  inquireAboutPayout,
  queueCourierPayoutDecision,
} from '../flows/bank/decide-payout.ts';
import { queueExactMatchDecision, queueLineDecision } from '../flows/bank/insert-pending-decision.ts';
import { confirmExactLines } from '../flows/event/confirm-exact.ts';
import { decidePayment } from '../flows/event/decide-payment.ts';
import { reopenStatementLine } from '../flows/event/reopen-statement-line.ts';
import { setOwedMoneyReturned } from '../flows/event/set-owed-money-returned.ts';
import { payOutPart, stopPartPayout } from '../flows/payouts/pay-part.ts';
import { readCardPayout } from './card/read-card.ts';
import { readPayout } from './couriers/read-payout.ts';
import { entitiesOf, requireVisibleLine, statementOf } from './entities.ts';
import { candidatesFor } from './lines/candidates.ts';
import { compareLine } from './lines/compare.ts';
import { listLines } from './lines/list.ts';
import { dismissLine } from './lines/skip.ts';
import { listUnmatched } from './lines/unmatched.ts';
import { listOwed } from './owed.ts';
import { areBankRightsTooNew } from './second-person.ts';
import { listImports, statementSums } from './statements/imports.ts';
import { saveTypedTotal } from './statements/total.ts';

const keeper = staff('keep bank');
const accountant = staff('keep accounts');
/** What acts at once is the event's own screen, as it was specified: the organiser's account and no other. */
const AT_ONCE = ['organiser'] as const;

export const bankRouter = {
  statements: {
    list: keeper.bank.statements.list.handler(({ context: { deps, person }, input }) =>
      listImports(deps, entitiesOf(person), input),
    ),
    // Readers of file formats are loaded when the first file is: the start does not wait for them.
    import: keeper.bank.statements.import.handler(async ({ context: { deps, actor, person }, input }) => {
      const { importStatement } = await import('./statements/import.ts');
      return importStatement(deps, actor, { ...input, entities: entitiesOf(person) });
    }),
    sums: keeper.bank.statements.sums.handler(async ({ context: { deps, person }, input: { importId } }) => {
      await statementOf(deps.db, entitiesOf(person), importId);
      const [sums, isTooNew] = await Promise.all([
        statementSums(deps, importId),
        areBankRightsTooNew(deps.db, deps, person),
      ]);
      return { ...sums, isTooNew };
    }),
    total: keeper.bank.statements.total.handler(async ({ context: { deps, actor, person }, input }) => {
      await statementOf(deps.db, entitiesOf(person), input.importId);
      await saveTypedTotal(deps, actor, input);
      return statementSums(deps, input.importId);
    }),
    confirmExact: keeper.bank.statements.confirmExact.handler(async ({ context: { deps, actor }, input }) => {
      await statementOf(deps.db, AT_ONCE, input.importId);
      return { confirmed: await confirmExactLines(deps, actor, input) };
    }),
  },
  lines: {
    list: keeper.bank.lines.list.handler(async ({ context: { deps, person }, input }) => {
      await statementOf(deps.db, entitiesOf(person), input.importId);
      return listLines(deps, input);
    }),
    compare: keeper.bank.lines.compare.handler(async ({ context: { deps, person }, input }) => {
      await requireVisibleLine(deps.db, entitiesOf(person), input.id);
      return compareLine(deps, input);
    }),
    decide: keeper.bank.lines.decide.handler(async ({ context: { deps, actor }, input }) => {
      await requireVisibleLine(deps.db, AT_ONCE, input.id);
      const { reservationNumber: number, ...asked } = input;
      return decidePayment(deps, actor, { ...asked, number });
    }),
    dismiss: keeper.bank.lines.dismiss.handler(async ({ context: { deps, actor, person }, input }) => {
      await requireVisibleLine(deps.db, entitiesOf(person), input.id);
      await dismissLine(deps, actor, input.id);
      return { dismissed: true };
    }),
    reopen: keeper.bank.lines.reopen.handler(async ({ context: { deps, actor, person }, input }) => {
      await requireVisibleLine(deps.db, entitiesOf(person), input.id);
      await reopenStatementLine(deps, actor, input.id);
      return { reopened: true };
    }),
  },
  desk: {
    decide: accountant.bank.desk.decide.handler(({ context: { deps, actor }, input }) =>
      queueLineDecision(deps, actor, input),
    ),
    confirmExact: accountant.bank.desk.confirmExact.handler(async ({ context: { deps, actor }, input }) => {
      await statementOf(deps.db, ENTITIES, input.importId);
      return queueExactMatchDecision(deps, actor, input);
    }),
    // The event's staff see decisions on the organiser's payments and may agree to them.
    undo: keeper.bank.desk.undo.handler(async ({ context: { deps, actor, person }, input: { id } }) => ({
      undone: await undoPendingDecision(deps, actor, { id, entities: entitiesOf(person) }),
    })),
    second: keeper.bank.desk.second.handler(async ({ context: { deps, actor, person }, input: { id } }) => ({
      dueAt: await agreeAsSecond(deps, person, actor, { id, entities: entitiesOf(person) }),
    })),
    close: accountant.bank.desk.close.handler(async ({ context: { deps, actor }, input }) => {
      await closeLine(deps, actor, input);
      return { closed: true };
    }),
    unmatched: accountant.bank.desk.unmatched.handler(({ context: { deps }, input }) =>
      listUnmatched(deps.db, input.after),
    ),
    candidates: accountant.bank.desk.candidates.handler(({ context: { deps }, input }) => candidatesFor(deps, input)),
  },
  courier: {
    read: accountant.bank.courier.read.handler(async ({ context: { deps }, input: { id } }) => {
      await requireVisibleLine(deps.db, ENTITIES, id);
      return readPayout(deps.db, deps, id);
    }),
    ask: accountant.bank.courier.ask.handler(async ({ context: { deps, actor }, input }) => {
      await askCourierAboutPayoutAgain(deps, actor, input);
      return { asked: true };
    }),
    decide: accountant.bank.courier.decide.handler(({ context: { deps, actor }, input }) =>
      queueCourierPayoutDecision(deps, actor, input),
    ),
    inquire: accountant.bank.courier.inquire.handler(async ({ context: { deps, actor }, input: { id } }) => ({
      parcels: await inquireAboutPayout(deps, actor, id),
    })),
  },
  card: {
    read: accountant.bank.card.read.handler(async ({ context: { deps }, input: { id } }) => {
      await requireVisibleLine(deps.db, ENTITIES, id);
      return readCardPayout(deps.db, id);
    }),
    confirm: accountant.bank.card.confirm.handler(({ context: { deps, actor }, input }) =>
      queueCardPayoutDecision(deps, actor, input),
    ),
  },
  owed: {
    list: keeper.bank.owed.list.handler(({ context: { deps, person }, input }) =>
      listOwed(deps, entitiesOf(person), input),
    ),
    mark: keeper.bank.owed.mark.handler(async ({ context: { deps, actor, person }, input }) => {
      await setOwedMoneyReturned(deps, actor, { ...input, entities: entitiesOf(person) });
      return { returned: input.returned };
    }),
    payOut: accountant.bank.owed.payOut.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => payOutPart(tx, deps, actor, input));
      return { paidOut: true };
    }),
    takeOut: accountant.bank.owed.takeOut.handler(async ({ context: { deps, actor }, input: { id } }) => {
      await deps.db.transaction((tx) => stopPartPayout(tx, actor, id));
      return { takenOut: true };
    }),
  },
};

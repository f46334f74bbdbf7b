import { staff } from '../access.ts';
import { confirmExactLines, decidePayment } from '../flows/event/decide-payment.ts';
import { compareLine } from './lines/compare.ts';
import { listLines } from './lines/list.ts';
import { dismissLine, reopenLine } from './lines/skip.ts';
import { listOwed, markOwed } from './owed.ts';
import { listImports, statementSums } from './statements/imports.ts';

/** The only statements so far are the event organiser's. */
const organiser = staff('manage event');

export const bankRouter = {
  statements: {
    list: organiser.bank.statements.list.handler(({ context: { deps }, input }) => listImports(deps, input)),
    // Readers of file formats are loaded when the first file is: the start does not wait for them.
    import: organiser.bank.statements.import.handler(async ({ context: { deps, actor }, input }) => {
      const { importStatement } = await import('./statements/import.ts');
      return importStatement(deps, actor, input);
    }),
    sums: organiser.bank.statements.sums.handler(({ context: { deps }, input }) => statementSums(deps, input.importId)),
    confirmExact: organiser.bank.statements.confirmExact.handler(async ({ context: { deps, actor }, input }) => ({
      confirmed: await confirmExactLines(deps, actor, input),
    })),
  },
  lines: {
    list: organiser.bank.lines.list.handler(({ context: { deps }, input }) => listLines(deps, input)),
    compare: organiser.bank.lines.compare.handler(({ context: { deps }, input }) => compareLine(deps, input)),
    decide: organiser.bank.lines.decide.handler(({ context: { deps, actor }, input }) =>
      decidePayment(deps, actor, input),
    ),
    dismiss: organiser.bank.lines.dismiss.handler(async ({ context: { deps, actor }, input }) => {
      await dismissLine(deps, actor, input.id);
      return { dismissed: true };
    }),
    reopen: organiser.bank.lines.reopen.handler(async ({ context: { deps, actor }, input }) => {
      await reopenLine(deps, actor, input.id);
      return { reopened: true };
    }),
  },
  owed: {
    list: organiser.bank.owed.list.handler(({ context: { deps }, input }) => listOwed(deps, input)),
    mark: organiser.bank.owed.mark.handler(async ({ context: { deps, actor }, input }) => {
      await markOwed(deps, actor, input);
      return { returned: input.returned };
    }),
  },
};

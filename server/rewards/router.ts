import { freshProof, member, staff } from '../access.ts';
import { lockWithSession } from '../auth/sessions/lock-with-session.ts';
import { clearTaxNumber } from '../flows/rewards/clear-tax-number.ts';
import { closeMonth } from '../flows/rewards/close-month.ts';
import { holdStatement, releaseStatement } from '../flows/rewards/hold-statement.ts';
import { PAY_LOCK } from '../flows/rewards/pay-statements.ts';
import { statementPdf } from '../flows/rewards/statement-pdf.ts';
import { record, recordExport } from '../platform/audit.ts';
import { BOOK_LOCK } from './enter-days.ts';
import { monthFile, ownFile } from './files.ts';
import { answerObjection, submitRewardObjection } from './objections.ts';
import { ownRewards } from './own-rewards.ts';
import { setPayoutAccount, setTaxNumber, taxNumberOf } from './payee.ts';
import { readDesk } from './read-desk.ts';
import { pageOfStatements, statementForStaff } from './read-statements.ts';
import { publishRule, recallRule, setTaxRate } from './rules.ts';

const own = member.rewards.own;
const desk = staff('keep accounts').rewards.admin;

export const rewardsRouter = {
  own: {
    read: own.read.handler(({ context: { deps, person }, input }) =>
      ownRewards(deps.db, person.id, deps.now(), input.month),
    ),
    file: own.file.handler(({ context: { deps, person }, input }) =>
      ownFile(deps.db, person.id, input.month, deps.now()),
    ),
    statementPdf: own.statementPdf.handler(({ context: { deps, person }, input }) =>
      statementPdf(deps, person.id, input.id),
    ),
    nameAccount: own.nameAccount.use(freshProof).handler(async ({ context: { deps, person, actor }, input }) => ({
      account: await deps.db.transaction(async (tx) => {
        await lockWithSession(tx, person);
        return setPayoutAccount(tx, deps, actor, person.id, input);
      }),
    })),
    nameTaxNumber: own.nameTaxNumber.use(freshProof).handler(async ({ context: { deps, person, actor }, input }) => {
      await deps.db.transaction(async (tx) => {
        await lockWithSession(tx, person);
        await setTaxNumber(tx, deps, actor, person.id, input.number);
      });
      return { saved: true as const };
    }),
    object: own.object.handler(async ({ context: { deps, person, actor }, input }) => ({
      dueOn: await deps.db.transaction((tx) => submitRewardObjection(tx, deps, actor, person.id, input)),
    })),
  },

  admin: {
    read: desk.read.handler(({ context: { deps } }) => readDesk(deps.db, deps.now())),
    statements: desk.statements.handler(({ context: { deps }, input }) => pageOfStatements(deps.db, input, deps.now())),
    statement: desk.statement.handler(({ context: { deps }, input }) =>
      statementForStaff(deps.db, input.id, deps.now()),
    ),
    file: desk.file.handler(async ({ context: { deps, actor }, input: { month } }) => {
      const { file, rows } = await monthFile(deps.db, month, deps.now());
      await recordExport(deps.db, actor, { action: 'rewards.exported', list: 'rewards', chosen: { month }, rows });
      return file;
    }),
    close: desk.close.handler(async ({ context: { deps, actor }, input }) => ({
      viewers: await closeMonth(deps, actor, input),
    })),
    publish: desk.publish.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => publishRule(tx, deps, actor, input));
      return { published: true as const };
    }),
    recall: desk.recall.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => recallRule(tx, deps, actor, input.id));
      return { recalled: true as const };
    }),
    setTaxRate: desk.setTaxRate.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => setTaxRate(tx, deps, actor, input));
      return { set: true as const };
    }),
    hold: desk.hold.handler(async ({ context: { deps, actor }, input: { id, note } }) => {
      await deps.db.transaction((tx) => holdStatement(tx, actor, id, note));
      return statementForStaff(deps.db, id, deps.now());
    }),
    release: desk.release.handler(async ({ context: { deps, person, actor }, input: { id, invoiceNumber } }) => {
      await deps.db.transaction((tx) => releaseStatement(tx, deps, person, actor, id, invoiceNumber), {
        lock: BOOK_LOCK,
      });
      return statementForStaff(deps.db, id, deps.now());
    }),
    taxNumber: desk.taxNumber.handler(async ({ context: { deps, actor }, input: { id } }) => {
      const { viewer } = await statementForStaff(deps.db, id, deps.now());
      await record(deps.db, actor, { action: 'rewards.tax-number-seen', on: { kind: 'profile', id: viewer.id } });
      return { number: await taxNumberOf(deps.db, deps, viewer.id) };
    }),
    clearTaxNumber: desk.clearTaxNumber.handler(async ({ context: { deps, actor }, input: { id } }) => {
      await deps.db.transaction((tx) => clearTaxNumber(tx, deps, actor, id), { lock: PAY_LOCK });
      return statementForStaff(deps.db, id, deps.now());
    }),
    answer: desk.answer.handler(async ({ context: { deps, person, actor }, input }) => {
      await deps.db.transaction((tx) => answerObjection(tx, deps, person, actor, input), { lock: BOOK_LOCK });
      return { answered: true as const };
    }),
  },
};

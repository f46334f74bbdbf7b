import { useState } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { LARGEST_STATEMENT } from '#domain/bank/statement.ts';
import { formatDateTime } from '#domain/time.ts';
import { client } from '../api.ts';
import { FileDrop } from '../ui/form/file-drop.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { AccountForm, type AccountQuestion } from './account-form.tsx';
import { type Mapping, MappingForm, type MappingQuestion } from './mapping-form.tsx';

interface Question {
  file: File;
  asked: ({ kind: 'mapping' } & MappingQuestion) | ({ kind: 'account' } & AccountQuestion);
}

/** Reading the largest file takes about ten seconds, and the network its own time. Milliseconds. */
const READING = 40_000;

/** A bank statement is dropped onto the field, and what its file does not say is asked. */
export function StatementImport({
  onImported,
  onBusy = () => {},
}: {
  onImported: (importId: string) => void;
  /** While it is read, the dialog around it stays. */
  onBusy?: (isBusy: boolean) => void;
}) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  function show(isBusy: boolean) {
    setBusy(isBusy);
    onBusy(isBusy);
  }

  async function read(file: File, mapping?: Mapping, account?: string) {
    setProblem(null);
    // A question about another file is over: its answers would be taken for this one.
    if (!account) setQuestion(null);
    if (file.size > LARGEST_STATEMENT) return setProblem({ text: copy.large });
    show(true);
    const done = await write(() => client.bank.statements.import({ file, mapping, account }), { patience: READING });
    show(false);
    if (done.outcome !== 'done') return setProblem(done);
    const answer = done.value;
    if (answer.kind !== 'imported') return setQuestion({ file, asked: answer });
    setQuestion(null);
    if (answer.already) toast.info(copy.already(formatDateTime(answer.importedAt)));
    else toast.success(copy.done(answer.lines, answer.fresh));
    onImported(answer.importId);
  }

  /** Columns that were answered before are asked for again: this file may be in another currency. */
  function askColumns({ file, asked }: Question) {
    if (asked.kind !== 'account' || !asked.csv) return;
    setProblem(null);
    setQuestion({ file, asked: { kind: 'mapping', ...asked.csv, accounts: asked.accounts, isKnown: true } });
  }

  return (
    <>
      <FileDrop
        title={busy ? copy.busy : copy.drop}
        hint={copy.formats}
        accept=".csv,.txt,.xml,.sta,.mt940,.940,text/csv,application/xml,text/xml"
        busy={busy}
        onFile={(file) => void read(file)}
      />
      {!question && <FormProblem problem={problem} />}
      {question?.asked.kind === 'mapping' && (
        <MappingForm
          question={question.asked}
          busy={busy}
          problem={problem}
          onSubmit={(mapping, account) => void read(question.file, mapping, account)}
        />
      )}
      {question?.asked.kind === 'account' && (
        <AccountForm
          question={question.asked}
          busy={busy}
          problem={problem}
          onColumns={() => askColumns(question)}
          onSubmit={(account) => void read(question.file, undefined, account)}
        />
      )}
    </>
  );
}

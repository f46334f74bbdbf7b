import { useInfiniteQuery } from '@tanstack/react-query';
import { type DragEvent, useId, useState } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { LARGEST_STATEMENT } from '#domain/bank/statement.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Part } from '../ui/part/part.tsx';
import { partOf } from '../ui/part/part-state.ts';
import { LoadMore } from '../ui/table/load-more.tsx';
import { write } from '../write.ts';
import styles from './bank.module.css';
import { type Mapping, MappingForm, type MappingQuestion } from './mapping-form.tsx';
import { StatementLines } from './statement-lines.tsx';

interface StatementDialogProps {
  onClose: () => void;
  /** Something was decided. */
  onSettled: () => void;
}

/** Reading the largest file takes about ten seconds, and the network its own time. Milliseconds. */
const READING = 40_000;

/** A bank statement is dropped onto the field, imported and decided on here; all earlier ones can be opened again. */
export default function StatementDialog({ onClose, onSettled }: StatementDialogProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const [question, setQuestion] = useState<{ file: File; asked: MappingQuestion } | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const imports = useInfiniteQuery(
    api.bank.statements.list.infiniteOptions({
      input: (after: string | undefined) => ({ after }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next ?? undefined,
    }),
  );
  useLiveList('statements', () => imports.refetch({ throwOnError: true }));
  const rows = imports.data?.pages.flatMap((page) => page.rows);

  async function read(file: File, mapping?: Mapping) {
    setError(null);
    if (file.size > LARGEST_STATEMENT) return setError(copy.large);
    setBusy(true);
    const read = await write(() => client.bank.statements.import({ file, mapping }), { patience: READING });
    setBusy(false);
    if (read.outcome !== 'done') return setError(read.text);
    const answer = read.value;
    if (answer.kind === 'mapping') return setQuestion({ file, asked: answer });
    setQuestion(null);
    setOpened(answer.importId);
    if (answer.already) toast.info(copy.already(formatDateTime(answer.importedAt)));
    else toast.success(copy.done(answer.lines, answer.fresh));
    void imports.refetch();
  }

  function onSettledHere() {
    void imports.refetch();
    onSettled();
  }

  return (
    <Dialog open size="lg" onOpenChange={onClose} title={copy.title} description={copy.hint}>
      <DropZone busy={busy} onFile={(file) => void read(file)} />
      {error && <FormError title={error} />}
      {question && (
        <MappingForm question={question.asked} busy={busy} onSubmit={(mapping) => void read(question.file, mapping)} />
      )}
      {opened && <StatementLines key={opened} importId={opened} onSettled={onSettledHere} />}
      <section className="stack">
        <h3 className="d h4">{copy.recent}</h3>
        <Part name={copy.recent} part={partOf(imports)} lines={3}>
          {() => null}
        </Part>
        {rows?.length === 0 && <p className="muted">{copy.none}</p>}
        <ul className={styles.imports}>
          {rows?.map((one) => (
            <li key={one.id}>
              <span className={styles.pair}>
                <b>{one.fileName}</b>
                <span className="xs muted">
                  {formatDateTime(one.importedAt)} · {one.importedBy}
                </span>
              </span>
              <Badge tone={one.open > 0 ? 'warn' : 'ok'}>{one.open > 0 ? copy.open(one.open) : copy.settled}</Badge>
              <Button
                size="sm"
                variant="secondary"
                aria-label={copy.openOne(one.fileName)}
                onClick={() => setOpened(one.id)}
              >
                {copy.openImport}
              </Button>
            </li>
          ))}
        </ul>
        {imports.hasNextPage && (
          <LoadMore
            failed={imports.isFetchNextPageError}
            busy={imports.isFetchingNextPage}
            onMore={() => void imports.fetchNextPage()}
          />
        )}
      </section>
    </Dialog>
  );
}

function DropZone({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !busy) onFile(file);
  }
  return (
    <label
      htmlFor={id}
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        id={id}
        type="file"
        className="vh"
        disabled={busy}
        accept=".csv,.txt,.xml,.sta,.mt940,.940,text/csv,application/xml,text/xml"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <b>{busy ? copy.busy : copy.drop}</b>
      <span className="s muted">{copy.formats}</span>
    </label>
  );
}

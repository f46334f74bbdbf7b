import { useState } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { useAdminList } from '../admin/use-admin-list.ts';
import { api } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { LoadMore } from '../ui/table/load-more.tsx';
import styles from './bank.module.css';
import { StatementImport } from './statement-import.tsx';
import { StatementLines } from './statement-lines.tsx';

interface StatementDialogProps {
  onClose: () => void;
  /** Something was decided. */
  onSettled: () => void;
}

/** A bank statement is dropped onto the field, imported and decided on here; all earlier ones can be opened again. */
export default function StatementDialog({ onClose, onSettled }: StatementDialogProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const imports = useAdminList(api.bank.statements.list, { entity: 'organiser' as const }, { screen: 'statements' });
  const { rows } = imports;

  function onSettledHere() {
    void imports.reload();
    onSettled();
  }

  return (
    <Dialog open busy={busy} size="lg" onOpenChange={onClose} title={copy.title} description={copy.hint}>
      <StatementImport
        onBusy={setBusy}
        onImported={(importId) => {
          setOpened(importId);
          void imports.reload();
        }}
      />
      {opened && <StatementLines key={opened} importId={opened} onSettled={onSettledHere} />}
      <section className="stack">
        <h3 className="d h4">{copy.recent}</h3>
        <DataPart name={copy.recent} part={imports.part()} lines={3}>
          {() => null}
        </DataPart>
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
        {imports.more && (
          <LoadMore failed={imports.moreFailed} busy={imports.isReadingMore} onMore={() => void imports.more?.()} />
        )}
      </section>
    </Dialog>
  );
}

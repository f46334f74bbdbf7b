import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeWords, securityWords } from '#domain/auth/security-copy.ts';
import { common } from '#domain/copy.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { api, errorMessage } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../section.module.css';
import { type AccountChange, UndoDialog } from './undo-dialog.tsx';

const copy = securityWords.log;
const OUTCOMES = { undone: copy.undone, kept: copy.kept, 'called off': copy.calledOff, done: null };

/** Changes of this account's sign-in data in the last twelve months; recent ones can be undone. */
export function MyChanges() {
  const list = useQuery(api.accounts.own.changes.list.queryOptions());
  const [undoing, setUndoing] = useState<AccountChange | null>(null);
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <p className="muted">{copy.lead}</p>
      {list.isPending ? (
        <Skeleton lines={4} />
      ) : !list.data ? (
        <>
          <FormError title={errorMessage(list.error)} />
          <div>
            <Button variant="secondary" onClick={() => list.refetch()}>
              {common.retry}
            </Button>
          </div>
        </>
      ) : list.data.length === 0 ? (
        <p className="muted">{copy.empty}</p>
      ) : (
        <ul className={styles.sessions} aria-label={copy.title}>
          {list.data.map((change) => {
            const { name } = changeWords[change.kind];
            const outcome = change.outcome && OUTCOMES[change.outcome];
            return (
              <li key={change.id}>
                <div>
                  <b>{name}</b> {outcome && <Badge>{outcome}</Badge>}
                  <p className="muted s">{whereAndWhen(change)}</p>
                </div>
                {change.undoable && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`${copy.undo(change.kind, formatDate(change.undoEndsAt))}: ${name}, ${formatDateTime(change.at)}`}
                    onClick={() => setUndoing(change)}
                  >
                    {copy.undo(change.kind, formatDate(change.undoEndsAt))}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {undoing && <UndoDialog change={undoing} close={() => setUndoing(null)} />}
    </section>
  );
}

function whereAndWhen({ at, browser, system, network, about, dueAt, outcome }: AccountChange): string {
  const by = about.by === 'staff' ? copy.byStaff : about.by === 'wait' ? copy.byWait : null;
  return [
    formatDateTime(at),
    about.from && about.to ? `${about.from} → ${about.to}` : null,
    by ?? (network ? securityWords.client(browser, system) : null),
    by ? null : network,
    dueAt && outcome === null ? copy.dueAt(formatDateTime(dueAt)) : null,
  ]
    .filter(Boolean)
    .join(', ');
}

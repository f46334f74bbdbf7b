import { useQuery } from '@tanstack/react-query';
import { statementCopy } from '#domain/bank/copy.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, type client } from '../../../api.ts';
import styles from '../desk.module.css';

export type Statement = Awaited<ReturnType<typeof client.bank.statements.list>>['rows'][number];

/** As it is called: the bank's number, or the file. */
export const nameOf = ({ number, fileName }: Statement): string => number || fileName;

/** Which statement this is, and whether it adds up. */
export function StatementSummary({ statement, whole }: { statement: Statement; whole: boolean }) {
  const day = formatDate(statement.lastDay ?? statement.importedAt);
  const account = statement.account ?? copy.noAccount;
  return (
    <p className={`muted s ${styles.sub}`}>
      {whole
        ? copy.sub(nameOf(statement), day, account, statement.lines)
        : copy.subOpen(nameOf(statement), day, account)}
    </p>
  );
}

/** To the statement before and after this one. */
export function StatementPager({
  rows,
  current,
  more,
  onOpen,
  onMore,
}: {
  rows: Statement[];
  current: Statement;
  /** Older ones are not loaded yet. */
  more: boolean;
  onOpen: (id: string) => void;
  onMore: () => void;
}) {
  const at = rows.findIndex(({ id }) => id === current.id);
  const older = rows[at + 1];
  const newer = rows[at - 1];
  // As the desk below reads it: behind the first page the list is not read again.
  const sums = useQuery(api.bank.statements.sums.queryOptions({ input: { importId: current.id } }));
  const open = sums.data?.states.open ?? current.open;
  return (
    <nav className={styles.pager} aria-label={copy.statements}>
      {older ? (
        <button type="button" title={copy.older} onClick={() => onOpen(older.id)}>
          {nameOf(older)}
        </button>
      ) : more ? (
        <button type="button" onClick={onMore}>
          {copy.older}
        </button>
      ) : (
        <span>{copy.oldest}</span>
      )}
      {newer ? (
        <button type="button" title={copy.newer} onClick={() => onOpen(newer.id)}>
          {nameOf(newer)}
        </button>
      ) : (
        <span>{copy.newest}</span>
      )}
      <span className="vh" role="status">
        {open > 0 ? statementCopy.open(open) : statementCopy.settled}
      </span>
    </nav>
  );
}

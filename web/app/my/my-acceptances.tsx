import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { myAcceptances as copy } from '#domain/accounts/account-copy.ts';
import { type AcceptedDocument, pageOfDocument, pageOfVersion } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { api, type client } from '../api.ts';
import { Empty } from '../ui/table/empty.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import styles from './section.module.css';

type Acceptance = Awaited<ReturnType<typeof client.accounts.own.acceptances>>[number];

/** Every consent, with the version it was given to. */
export function MyAcceptances() {
  const list = useQuery(api.accounts.own.acceptances.queryOptions());
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <p>{copy.lead}</p>
      <Table
        caption={copy.title}
        columns={COLUMNS}
        rows={list.data}
        rowKey={(row) => String(row.id)}
        error={list.error && !list.data ? { text: copy.failed, onRetry: () => list.refetch() } : null}
        empty={<Empty title={copy.empty} />}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Acceptance>[] = [
  { key: 'document', header: copy.document, bare: true, cell: (row) => <Document {...row} /> },
  { key: 'version', header: copy.version, cell: (row) => <span className="nb">{versionOf(row.version)}</span> },
  {
    key: 'occasion',
    header: copy.occasion,
    cell: (row) => (row.order === null ? copy.registration : copy.order(row.order)),
  },
  { key: 'when', header: copy.when, cell: (row) => <span className="nb">{formatDateTime(row.acceptedAt)}</span> },
];

/** Leads to the version that was agreed to, also when another is in force. */
function Document({ document: name, version }: Acceptance) {
  const page = pageOfDocument[name as AcceptedDocument];
  return page ? (
    <Link className={styles.link} to={pages[pageOfVersion(page, version)].path}>
      {pages[page].name}
    </Link>
  ) : (
    <b>{name}</b>
  );
}

/** A version is the day from which it applies. */
const versionOf = (version: string): string => (/^\d{4}-\d\d-\d\d$/.test(version) ? formatDate(version) : version);

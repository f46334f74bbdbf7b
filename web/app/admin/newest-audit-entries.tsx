import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { overview as copy } from '#domain/admin/copy.ts';
import { pages } from '#domain/pages.ts';
import { formatDateTime } from '#domain/time.ts';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { PermittedLink } from '../subject-link.tsx';
import { actionName, actorName, actorPlace, subjectName, subjectPlace } from './audit-labels.ts';
import styles from './newest-audit-entries.module.css';

const ENTRY_COUNT = 10;

/** The newest entries of the log. */
export function NewestAuditEntries() {
  const log = useQuery(api.admin.audit.queryOptions({ input: {} }));
  useLiveList('audit', () => log.refetch({ throwOnError: true }));
  return (
    <section className={styles.activity} aria-labelledby="activity-title">
      <header>
        <h2 id="activity-title" className="d h3">
          {copy.activity}
        </h2>
        <Link to={pages.adminAudit.path}>{copy.wholeLog}</Link>
      </header>
      <DataPart name={copy.activity} part={partStateOf(log)} lines={5}>
        {() => (
          <ol>
            {log.data!.rows.slice(0, ENTRY_COUNT).map((entry) => (
              <li key={entry.id}>
                <time dateTime={new Date(entry.at).toISOString()}>{formatDateTime(entry.at)}</time>
                <b>{actionName(entry.action)}</b>
                <span>
                  <PermittedLink to={subjectPlace(entry)}>{subjectName(entry)}</PermittedLink>
                </span>
                <span className="muted">
                  <PermittedLink to={actorPlace(entry)}>{actorName(entry)}</PermittedLink>
                </span>
              </li>
            ))}
          </ol>
        )}
      </DataPart>
    </section>
  );
}

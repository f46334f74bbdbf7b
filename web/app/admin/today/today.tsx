import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { todayCopy as copy } from '#domain/admin/today-copy.ts';
import { isSome } from '#domain/count.ts';
import { pages } from '#domain/pages.ts';
import { formatTime, formatWeekday } from '#domain/time.ts';
import { api } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Deadlines } from './deadlines.tsx';
import styles from './today.module.css';
import { TodayFigures } from './today-figures.tsx';
import { UnrecordedDeliveries } from './unrecorded-deliveries.tsx';

/** What waits today and what is due until tomorrow evening; `children` stand between the head and the numbers. */
export function Today({ children }: { children?: ReactNode }) {
  const today = useQuery(api.admin.today.queryOptions());
  const connection = useLiveList('today', () => today.refetch({ throwOnError: true }));
  const readAt = today.dataUpdatedAt > 0 ? formatTime(new Date(today.dataUpdatedAt)) : '';
  return (
    <section className={styles.today} data-surface="ink" aria-labelledby="danas">
      <header className={styles.head}>
        <div>
          <h1 className="osd muted">{pages.admin.name}</h1>
          <h2 className="d" id="danas">
            {copy.title}
          </h2>
        </div>
        <p className="muted">
          {formatWeekday(new Date())}{' '}
          {readAt && (
            <span className={styles.live} data-connection={connection} role="status">
              {connection === 'lost' ? copy.lost(readAt) : copy.live}
            </span>
          )}{' '}
          <TextLink to={pages.account.path}>{pages.account.name}</TextLink>
        </p>
      </header>
      {children}
      <DataPart name={copy.failed} part={partStateOf(today)} lines={5}>
        {() => {
          const { problems, low, unsorted, deadlines, isCut, ...numbers } = today.data!;
          return (
            <>
              {problems !== null && problems > 0 && (
                <div className={styles.problems} role="status">
                  <p>{copy.problems(problems)}</p>
                  <ButtonLink size="sm" variant="secondary" to={pages.adminSales.path}>
                    {copy.openProblems}
                  </ButtonLink>
                </div>
              )}
              {low && (
                <div className={styles.problems} role="status">
                  <p>{copy.low(low.left, low.limit)}</p>
                  <ButtonLink size="sm" variant="secondary" to={pages.adminStock.path}>
                    {copy.openIntake}
                  </ButtonLink>
                </div>
              )}
              <TodayFigures today={numbers} />
              {unsorted && isSome(unsorted.total) && (
                <UnrecordedDeliveries unsorted={unsorted} reload={today.refetch} />
              )}
              {deadlines && <Deadlines deadlines={deadlines} isCut={isCut} />}
            </>
          );
        }}
      </DataPart>
    </section>
  );
}

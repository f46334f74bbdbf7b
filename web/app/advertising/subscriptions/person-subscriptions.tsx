import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { subscriptionStates } from '#domain/advertising/copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { subscriptionList as copy, sold } from '#domain/advertising/sold-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { useDialogRow } from '../../admin/use-dialog-row.ts';
import { api } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { usePermissions } from '../../session.ts';
import { Badge } from '../../ui/badge.tsx';
import { CardLinkDialog } from './card-link-dialog.tsx';
import styles from './person-subscriptions.module.css';
import { isEndedOrEndingNow, pendingChangeText, type SubscriptionAction } from './subscription-actions.ts';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { SubscriptionMenu, useOpenRefundForm } from './subscription-menu.tsx';
import type { SubscriptionRow } from './subscription-row.ts';
import { STATE_TONE } from './subscription-tone.ts';

/** Their monthly packages by card; none, and for whoever may not see subscriptions, nothing. */
export const usePersonSubscriptions = (email: string | undefined) =>
  useQuery({
    ...api.advertising.admin.subscriptions.queryOptions({ input: { search: email } }),
    enabled: usePermissions().has('keep subscriptions') && email !== undefined,
    select: ({ rows }) => rows.filter((row) => row.email === email),
  });

/** What each costs and when it is charged next, and how to pause or stop it for whoever calls. */
export function PersonSubscriptions({ subscriptions }: { subscriptions: ReturnType<typeof usePersonSubscriptions> }) {
  const [action, setAction] = useState<SubscriptionAction | null>(null);
  const [linking, setLinking] = useState<SubscriptionRow | null>(null);
  const may = usePermissions();
  const refund = useOpenRefundForm();
  const rows = subscriptions.data ?? [];
  const stopping = useDialogRow(
    { rows: subscriptions.data },
    ({ state, stopping, isChanging, renewsAt }) => [state, stopping, isChanging, renewsAt],
    (row) => !isEndedOrEndingNow(row),
  );
  if (subscriptions.isSuccess && rows.length === 0) return null;
  if (!subscriptions.isFetched && !subscriptions.isFetching) return null;
  const ask = (row: SubscriptionRow, wanted: SubscriptionAction) => {
    setAction(wanted);
    stopping.ask(row);
  };
  return (
    <section className={page.panel}>
      <header>
        <h2>
          {copy.title} <span>{rows.length}</span>
        </h2>
      </header>
      <DataPart name={copy.title} part={partStateOf(subscriptions)} lines={2}>
        {() => (
          <ul className={styles.rows}>
            {rows.map((row) => (
              <li key={row.id}>
                <span>
                  <b>{packageTitle(row.packageName)}</b>
                  <small>
                    {[
                      formatMoneyExact(row),
                      row.renewsAt && sold.next(formatDate(row.renewsAt)),
                      !row.renewsAt &&
                        row.endsAt &&
                        (row.state === 'cancelled' ? sold.ended : sold.until)(formatDate(row.endsAt)),
                      pendingChangeText(row),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <Badge tone={STATE_TONE[row.state]}>{subscriptionStates[row.state]}</Badge>
                <SubscriptionMenu row={row} acts={{ may, ask, link: setLinking, refund }} />
              </li>
            ))}
          </ul>
        )}
      </DataPart>
      {stopping.row && action && (
        <SubscriptionDialog
          row={stopping.row}
          action={action}
          meanwhile={stopping.meanwhile}
          close={() => {
            setAction(null);
            stopping.close();
          }}
          done={() => subscriptions.refetch()}
        />
      )}
      {linking && <CardLinkDialog row={linking} close={() => setLinking(null)} />}
    </section>
  );
}

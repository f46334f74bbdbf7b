import { useQuery } from '@tanstack/react-query';
import { requests } from '#domain/accounts/copy.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { HeadFigure } from '../admin/head-figure.tsx';
import { ListFoot } from '../admin/list-foot.tsx';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { partStateOf } from '../part/part-state.ts';
import { AdminHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import styles from './requests/registration-requests.module.css';
import { RequestDecisionDialogs } from './requests/request-decision-dialogs.tsx';
import { daysOfOldest } from './requests/request-filter.ts';
import { RequestKinds } from './requests/request-kinds.tsx';
import { nameOf } from './requests/request-name.ts';
import { RequestSelection } from './requests/request-selection.tsx';
import { useRequestChoice } from './requests/use-request-choice.ts';
import { useRequestColumns } from './requests/use-request-columns.ts';
import { useShownRequests } from './requests/use-shown-requests.ts';

/** Who waits for a decision. The choice survives search and filter; new requests wait while something is chosen. */
export default function AdminRegistrationRequestsPage() {
  const list = useQuery(api.accounts.admin.registrationRequests.queryOptions());
  const connection = useLiveList('requests', () => list.refetch({ throwOnError: true }));
  const [search] = useAddressParams();
  // The link in the admin's mail names the request: it is selected and on top.
  const asked = search.get('request');
  const choice = useRequestChoice(asked, () => list.refetch());
  const waiting = list.data?.filter(({ id }) => !choice.settling.has(id));
  const byId = new Map(waiting?.map((row) => [row.id, row]));
  const shown = useShownRequests(waiting, choice);
  const { rows, first, today } = shown;
  const columns = useRequestColumns(choice);

  return (
    <>
      <AdminHead title={requests.title}>
        <HeadFigure part={partStateOf(list)}>
          {() =>
            [requests.waiting(waiting!.length), waiting!.length > 0 && requests.oldest(daysOfOldest(waiting!, today))]
              .filter(Boolean)
              .join(', ')
          }
        </HeadFigure>
      </AdminHead>
      {asked && list.data && (
        <p className={styles.note} role="status">
          {list.data.some(({ id }) => id === asked) ? requests.fromMail : requests.fromMailGone}
        </p>
      )}
      <AdminList
        title={requests.title}
        dense
        list={{
          rows: first,
          failed: list.error !== null && !rows,
          reload: () => list.refetch(),
          more: shown.more,
          isReadingMore: false,
          moreFailed: false,
          waiting: shown.newOnes,
          show: shown.showNew,
          connection,
          readAt: list.dataUpdatedAt,
          isStale: list.error !== null,
          isHeld: choice.isAsking,
        }}
        order={shown.order}
        columns={columns}
        selection={{
          selected: new Set([...choice.chosen].filter((id) => byId.has(id))),
          onChange: choice.setChosen,
          label: (row) => requests.choose(nameOf(row)),
          onAct: (row) => choice.approveNow([row]),
        }}
        search={requests.search}
        filters={<RequestKinds selected={shown.kind} onSelect={shown.setKind} waiting={waiting} today={today} />}
        filtered={shown.isFiltered}
        emptyFilter={requests.emptyFilter}
        empty={<Empty title={requests.empty} text={requests.emptyHint} />}
        foot={
          first &&
          first.length > 0 && <ListFoot shown={requests.shown(first.length, rows!.length)} keys={requests.keys} />
        }
      />
      <RequestSelection choice={choice} waiting={byId} rows={rows} isFiltered={shown.isFiltered} />
      <RequestDecisionDialogs choice={choice} waiting={byId} />
    </>
  );
}

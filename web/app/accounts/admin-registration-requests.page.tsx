import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { requests } from '#domain/accounts/copy.ts';
import { dayOf } from '#domain/time.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { HeadFigure } from '../admin/head-figure.tsx';
import { ListFoot } from '../admin/list-foot.tsx';
import { useListOrder } from '../admin/list-order.tsx';
import { withQuery } from '../admin/list-tools.tsx';
import { meanwhileOf } from '../admin/use-asked.ts';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Segmented } from '../ui/form/segmented.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { partStateOf } from '../ui/part/part-state.ts';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import styles from './registration-requests.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import { requestColumns } from './request-columns.tsx';
import { compareRequests, daysOfOldest, isOfKind, KINDS, type Kind, matches } from './request-filter.ts';
import { nameOf, type Request } from './request-name.ts';
import { RequestSelection } from './request-selection.tsx';
import { useHeldRows } from './use-held-rows.ts';
import { useRequestDecisions } from './use-request-decisions.ts';

const STEP = 100;
/** More are approved only after a question. */
const UNASKED = 20;
const COLOURS: Record<Kind, string | undefined> = {
  all: undefined,
  companies: 'var(--bar-yellow)',
  old: 'var(--bar-red)',
};

/** Who waits for a decision. The choice survives search and filter; new requests wait while something is chosen. */
export default function AdminRegistrationRequestsPage() {
  const list = useQuery(api.accounts.admin.registrationRequests.queryOptions());
  const connection = useLiveList('requests', () => list.refetch({ throwOnError: true }));
  const [search, setSearch] = useAddressParams();
  const [shown, setShown] = useState(STEP);
  // The link in the admin's mail names the request: it is selected and on top.
  const asked = search.get('request');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(asked ? [asked] : []));
  const [approving, setApproving] = useState<readonly Request[] | null>(null);
  const [rejecting, setRejecting] = useState<readonly Request[] | null>(null);
  const { settling, isMine, approve, reject } = useRequestDecisions(() => list.refetch());

  const waiting = list.data?.filter(({ id }) => !settling.has(id));
  const held = useHeldRows(waiting, chosen.size > 0 || rejecting !== null || approving !== null, isMine);
  const today = dayOf(new Date());
  const text = search.get('q')?.trim() ?? '';
  const kind = KINDS.find((one) => one === search.get('kind')) ?? 'all';
  const order = useListOrder(requests.orders);
  const rows = held.rows
    ?.filter((row) => isOfKind(row, kind, today) && matches(row, text))
    .sort((a, b) => Number(b.id === asked) - Number(a.id === asked) || compareRequests(a, b, order.sort));
  const every = new Map(waiting?.map((row) => [row.id, row]));
  const selected = [...chosen].filter((id) => every.has(id));
  const settled = [...chosen].filter((id) => !every.has(id) && !settling.has(id)).length;
  const visible = new Set(rows?.map(({ id }) => id));

  const unchoose = (some: readonly Request[]) =>
    setChosen((now) => new Set([...now].filter((id) => !some.some((row) => row.id === id))));
  const approveNow = (some: readonly Request[]) => {
    unchoose(some);
    setApproving(null);
    void approve(some);
  };
  async function rejectNow(some: readonly Request[], reason: string) {
    const problem = await reject(some, reason);
    if (problem) return problem;
    unchoose(some);
    setRejecting(null);
    return null;
  }
  const latest = useRef(approveNow);
  latest.current = approveNow;
  const columns = useMemo(
    () =>
      requestColumns({
        approve: (row) => latest.current([row]),
        reject: (row) => setRejecting([row]),
      }),
    [],
  );
  const picked = () => selected.map((id) => every.get(id)!);
  const still = (some: readonly Request[] | null) => some?.filter(({ id }) => every.has(id)) ?? null;
  /** Colleagues settled some of those that the question is about. */
  const settledOf = (some: readonly Request[] | null, ask: (left: readonly Request[]) => void) => {
    const left = still(some);
    return some && left && meanwhileOf(some.length, left.length, left.length > 0, () => ask(left));
  };

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
          rows: rows?.slice(0, shown),
          failed: list.error !== null && !rows,
          reload: () => list.refetch(),
          more: rows && rows.length > shown ? async () => setShown(shown + STEP) : null,
          isReadingMore: false,
          moreFailed: false,
          waiting: held.waiting,
          show: held.show,
          connection,
          readAt: list.dataUpdatedAt,
          isStale: list.error !== null,
          isHeld: approving !== null || rejecting !== null,
        }}
        order={order}
        columns={columns}
        selection={{
          selected: new Set(selected),
          onChange: setChosen,
          label: (row) => requests.choose(nameOf(row)),
          onAct: (row) => approveNow([row]),
        }}
        search={requests.search}
        filters={
          <Segmented
            label={requests.filter}
            selected={kind}
            onSelect={(key) =>
              setSearch((now) => withQuery(now, 'kind', key === 'all' ? '' : key), {
                replace: true,
                preventScrollReset: true,
              })
            }
            segments={KINDS.map((key) => ({
              key,
              label: requests.kinds[key](waiting ? waiting.filter((row) => isOfKind(row, key, today)).length : null),
              ...(COLOURS[key] ? { colour: COLOURS[key] } : {}),
            }))}
          />
        }
        filtered={text !== '' || kind !== 'all'}
        emptyFilter={requests.emptyFilter}
        empty={<Empty title={requests.empty} text={requests.emptyHint} />}
        foot={
          rows &&
          rows.length > 0 && (
            <ListFoot shown={requests.shown(Math.min(shown, rows.length), rows.length)} keys={requests.keys} />
          )
        }
      />
      {(selected.length > 0 || settled > 0) && (
        <RequestSelection
          chosen={picked()}
          isVisible={(row) => visible.has(row.id)}
          settled={settled}
          others={rows && selected.length > 0 && rows.some(({ id }) => !chosen.has(id)) ? rows.length : null}
          isFiltered={text !== '' || kind !== 'all'}
          onAll={() => setChosen(new Set([...chosen, ...rows!.map(({ id }) => id)]))}
          onApprove={() => (selected.length > UNASKED ? setApproving(picked()) : approveNow(picked()))}
          onReject={() => setRejecting(picked())}
          onClear={() => setChosen(new Set())}
        />
      )}
      <ConfirmDialog
        open={approving !== null}
        onOpenChange={() => setApproving(null)}
        title={requests.approveMany.title(still(approving)?.length ?? 0)}
        text={requests.approveMany.text}
        yes={requests.approveMany.yes(still(approving)?.length ?? 0)}
        meanwhile={settledOf(approving, setApproving)}
        onConfirm={() => approveNow(still(approving)!)}
      />
      <RejectDialog
        rows={still(rejecting)}
        meanwhile={settledOf(rejecting, setRejecting)}
        close={() => setRejecting(null)}
        reject={rejectNow}
      />
    </>
  );
}

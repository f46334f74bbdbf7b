import { useQuery } from '@tanstack/react-query';
import { campaignKinds } from '#domain/campaigns/copy.ts';
import { campaignListCopy, shownStates } from '#domain/campaigns/own-copy.ts';
import { reviewCopy as copy } from '#domain/campaigns/review-copy.ts';
import { pages } from '#domain/pages.ts';
import { dayOf, formatDateTime } from '#domain/time.ts';
import { withQuery } from '../admin/list-tools.tsx';
import { api, type client, queryClient } from '../api.ts';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { usePermissions } from '../session.ts';
import { Badge } from '../ui/badge.tsx';
import { useChosenRow } from '../ui/chosen-row/use-chosen-row.ts';
import { TextLink } from '../ui/link.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { Table } from '../ui/table/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import styles from './admin-campaigns.module.css';
import { CategoryRules } from './categories/category-rules.tsx';
import { DecidedCampaigns } from './desk/decided-campaigns.tsx';
import { DeskObjections } from './desk/desk-objections.tsx';
import { Review } from './desk/review.tsx';
import { DeskRequests } from './special/desk-requests.tsx';
import { DeskRuns } from './special/desk-runs.tsx';
import { STATE_TONES } from './state-tones.ts';
import { TvPreview } from './tv-preview.tsx';

const TABS = Object.keys(copy.tabs) as (keyof typeof copy.tabs)[];

const { admin } = api.campaigns;
const reload = () => queryClient.invalidateQueries({ queryKey: admin.key() });
/** Without the lists, whose rows wait until nobody is about to press one of their buttons. What was taken back is read no more. */
const invalidateCampaigns = () =>
  Promise.all([
    ...[admin.queue.key(), admin.objections.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }, { throwOnError: true }),
    ),
    queryClient.invalidateQueries({ queryKey: admin.read.key() }),
  ]);

/** Looking at adverts before they are shown, and what runs. */
export default function AdminCampaignsPage() {
  const queue = useQuery(admin.queue.queryOptions());
  const connection = useLiveList('campaigns', invalidateCampaigns);
  const [address, setAddress] = useAddressParams();
  const permissions = usePermissions();
  const tab = TABS.find((one) => one === address.get('state')) ?? 'review';
  return (
    <div className={styles.page}>
      <AdminHead title={copy.title}>
        <LiveMark isLost={connection === 'lost'}>{connection === 'lost' ? copy.lost : copy.live}</LiveMark>
      </AdminHead>
      <DataPart name={copy.title} part={partStateOf(queue)} lines={8}>
        {() =>
          queue.data && (
            <>
              <Tabs
                label={copy.tabsLabel}
                selected={tab}
                onSelect={(next) =>
                  setAddress((now) => withQuery(now, 'state', next === 'review' ? '' : next), {
                    replace: true,
                    preventScrollReset: true,
                  })
                }
                tabs={TABS.map((key) => ({
                  key,
                  label: `${copy.tabs[key]} ${key === 'review' ? queue.data.waiting.length : queue.data.counts[key]}`,
                  content:
                    key === 'review' ? (
                      <Queue waiting={queue.data.waiting} readAt={queue.dataUpdatedAt} />
                    ) : (
                      <DecidedCampaigns state={key} reload={reload} />
                    ),
                }))}
              />
              <DeskObjections reload={reload} />
              <DeskRequests />
              <DeskRuns />
              <CategoryRules />
              <section className={styles.recent}>
                <div className={styles.recentHead}>
                  <h2 className="d h3">{copy.recent}</h2>
                  {permissions.has('see audit') && <TextLink to={pages.adminAudit.path}>{copy.log}</TextLink>}
                </div>
                <Table
                  caption={copy.recent}
                  rows={queue.data.decisions}
                  rowKey={({ id }) => id}
                  rowTone={({ state }) => STATE_TONES[state] ?? 'still'}
                  empty={copy.none}
                  columns={[
                    {
                      key: 'name',
                      header: copy.th.campaign,
                      cell: ({ name, isChange }) => (
                        <>
                          <b>{name}</b>
                          {isChange && ` · ${copy.changeMark}`}
                        </>
                      ),
                    },
                    { key: 'company', header: copy.th.company, cell: ({ company }) => company },
                    {
                      key: 'decision',
                      header: copy.th.decision,
                      cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{shownStates[state]}</Badge>,
                    },
                    { key: 'reason', header: copy.th.reason, cell: ({ reason }) => reason },
                    {
                      key: 'who',
                      header: copy.th.who,
                      cell: ({ decidedBy, decidedAt }) => (
                        <span>
                          {decidedBy}
                          <small className={styles.when}>{formatDateTime(decidedAt)}</small>
                        </span>
                      ),
                    },
                  ]}
                />
              </section>
            </>
          )
        }
      </DataPart>
    </div>
  );
}

type Waiting = Awaited<ReturnType<typeof client.campaigns.admin.queue>>['waiting'];

function Queue({ waiting, readAt }: { waiting: Waiting; readAt: number }) {
  const chosen = useChosenRow({ rows: waiting, readAt, list: 'review', offer: ([oldest]) => oldest });
  const shown = chosen.row;
  const back = (id: string) => {
    const undone = queryClient.getQueryData(admin.queue.queryKey())?.waiting.find((one) => one.id === id);
    if (undone) chosen.take(undone);
  };
  if (!shown && waiting.length === 0) return <Empty title={copy.empty} />;
  return (
    <div className={styles.queue}>
      <div>
        <ul className={styles.waiting} aria-label={copy.queue}>
          {waiting.map((one) => (
            <li key={one.id}>
              <button type="button" aria-pressed={one.id === shown?.id} onClick={() => chosen.take(one)}>
                <TvPreview
                  kind={one.kind}
                  file={one.picture?.file ?? null}
                  poster={one.picture?.poster ?? null}
                  url=""
                  size="row"
                />
                <span>
                  <b>{one.name}</b>
                  {one.isChange && <small>{copy.change}</small>}
                  <small>{one.company}</small>
                  <small data-late={dayOf(new Date(one.sentAt)) < dayOf(new Date(readAt)) || undefined}>
                    {copy.waits(
                      one.kind === 'spot' && one.picture
                        ? campaignListCopy.spot(one.picture.seconds)
                        : campaignKinds[one.kind],
                      readAt - new Date(one.sentAt).getTime(),
                    )}
                  </small>
                  {one.passed && <small data-late>{copy.passed[one.passed]}</small>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.hint}>{copy.queueHint}</p>
      </div>
      {shown && (
        <Review
          key={shown.id}
          id={shown.id}
          isGone={chosen.isGone}
          step={chosen.step}
          nextRow={() => chosen.nextRow(shown)}
          back={back}
          reload={reload}
        />
      )}
    </div>
  );
}

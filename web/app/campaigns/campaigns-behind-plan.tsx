import { useQuery } from '@tanstack/react-query';
import { isChoiceEnough } from '#domain/campaigns/behind.ts';
import { behindCopy as copy } from '#domain/campaigns/behind-copy.ts';
import { DAY_MS } from '#domain/day.ts';
import { formatNumber } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { api, client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import { PersonLink } from '../subject-link.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/link.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Table } from '../ui/table/table.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { write } from '../write.ts';
import styles from './campaigns-behind-plan.module.css';
import { Progress } from './progress.tsx';

/** Campaigns more than a tenth below their plan, and why; their companies are told once a day at most. */
export function CampaignsBehindPlan() {
  const late = useQuery(api.campaigns.admin.behind.queryOptions());
  useLiveRows('campaigns', () => late.refetch({ throwOnError: true }));
  const tell = useSingleFlight(async (id: string) => {
    const outcome = await write<unknown>(() => client.campaigns.admin.tellBehind({ id }), {
      arrived: ({ code }) => (code === 'CAMPAIGN_TOLD' ? true : undefined),
    });
    if (outcome.outcome === 'done') toast.success(copy.toldNow);
    else toast.error(outcome.text);
    void late.refetch();
  });
  const isMailedWithinDay = (at: string | null) => at !== null && Date.now() - new Date(at).getTime() < DAY_MS;
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h2 className="d h3">{copy.title}</h2>
        <TextLink to={pages.adminCampaigns.path}>{copy.all}</TextLink>
      </header>
      <DataPart name={copy.title} part={partStateOf(late)} lines={3}>
        {() => (
          <Table
            caption={copy.title}
            rows={late.data}
            rowKey={({ id }) => id}
            rowTone={() => 'warn'}
            empty={copy.empty}
            columns={[
              {
                key: 'campaign',
                header: copy.th.campaign,
                bare: true,
                cell: ({ name, company, companyId }) => (
                  <>
                    <b>{name}</b>
                    <small className={styles.under}>
                      <PersonLink id={companyId}>{company}</PersonLink>
                    </small>
                  </>
                ),
              },
              {
                key: 'plan',
                header: copy.th.plan,
                cell: ({ kind, counted, budget, planned }) => (
                  <div className={styles.plan}>
                    <Progress kind={kind} counted={counted} budget={budget} planned={planned} />
                    <span className={styles.between}>
                      <b>{`${formatNumber(counted)} / ${formatNumber(budget)}`}</b>
                      <span>{copy.share(Math.floor((100 * counted) / Math.max(1, planned)))}</span>
                    </span>
                  </div>
                ),
              },
              { key: 'why', header: copy.th.why, cell: ({ why }) => copy.why(why) },
              {
                key: 'left',
                header: copy.th.left,
                align: 'right',
                cell: ({ daysLeft }) => <b>{copy.days(daysLeft)}</b>,
              },
              {
                key: 'tell',
                header: copy.th.acts,
                bare: true,
                cell: ({ id, toldAt, why }) =>
                  isMailedWithinDay(toldAt) ? (
                    <span className="muted s">{copy.told(toldAt!)}</span>
                  ) : (
                    !isChoiceEnough(why) && (
                      <Button size="sm" variant="secondary" onClick={() => void tell(id)}>
                        {copy.tell}
                      </Button>
                    )
                  ),
              },
            ]}
          />
        )}
      </DataPart>
    </section>
  );
}

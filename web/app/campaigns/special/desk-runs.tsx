import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { shownStates } from '#domain/campaigns/own-copy.ts';
import { specialDeskCopy as copy, specialCopy } from '#domain/special/copy.ts';
import { RUN_DAYS } from '#domain/special/rules.ts';
import { api } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { PermittedLink, PersonLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table/table.tsx';
import { STATE_TONES } from '../state-tones.ts';
import { ManageRun } from './manage-run.tsx';
import styles from './special.module.css';

/** All special packages that were sold, with their places and days; one of them opens below. */
export function DeskRuns() {
  const runs = useQuery(api.special.admin.list.queryOptions());
  useLiveList('campaigns', () => runs.refetch({ throwOnError: true }));
  const [open, setOpen] = useState<string | null>(null);
  const shown = runs.data?.find(({ id }) => id === open);
  return (
    <section className={styles.section} aria-labelledby="special-runs">
      <h2 className="d h3" id="special-runs">
        {copy.title}
      </h2>
      <DataPart name={copy.title} part={partStateOf(runs)} lines={3}>
        {() => (
          <Table
            caption={copy.title}
            rows={runs.data!}
            rowKey={({ id }) => id}
            empty={copy.none}
            columns={[
              {
                key: 'company',
                header: copy.th.company,
                bare: true,
                cell: ({ company, companyId, orderNumber, isPaidBack }) => (
                  <>
                    <b>
                      <PersonLink id={companyId}>{company}</PersonLink>
                    </b>
                    <small className={styles.under}>
                      <PermittedLink to={placeOfOrder(orderNumber)}>{specialCopy.order(orderNumber)}</PermittedLink>
                    </small>
                    {isPaidBack && <Badge tone="err">{copy.paidBack}</Badge>}
                  </>
                ),
              },
              {
                key: 'campaign',
                header: copy.th.campaign,
                cell: ({ campaign, replacement }) =>
                  campaign ? (
                    <span>
                      {campaign.name} <Badge tone={STATE_TONES[campaign.state]}>{shownStates[campaign.state]}</Badge>{' '}
                      {replacement && <Badge tone="warn">{specialCopy.replacement[replacement]}</Badge>}
                    </span>
                  ) : (
                    <span className="muted s">{copy.noCampaign}</span>
                  ),
              },
              {
                key: 'places',
                header: copy.th.places,
                cell: ({ chosen, gone }) => (
                  <span>
                    {copy.places(chosen)} {gone > 0 && <Badge tone="warn">{copy.gone(gone)}</Badge>}
                  </span>
                ),
              },
              {
                key: 'days',
                header: copy.th.days,
                cell: ({ days, startsOn, endsOn }) =>
                  startsOn && endsOn ? (
                    <span>
                      {specialCopy.runs(startsOn, endsOn)}
                      <small className={styles.under}>
                        {specialCopy.kept(days.filter(({ state }) => state === 'kept').length, RUN_DAYS)}
                      </small>
                    </span>
                  ) : (
                    copy.notStarted
                  ),
              },
              {
                key: 'open',
                header: copy.th.open,
                bare: true,
                cell: ({ id, company }) => (
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-expanded={id === open}
                    aria-label={id === open ? copy.close : copy.manageLabel(company)}
                    onClick={() => setOpen(id === open ? null : id)}
                  >
                    {id === open ? copy.close : copy.manage}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </DataPart>
      {shown && <ManageRun key={shown.id} run={shown} />}
    </section>
  );
}

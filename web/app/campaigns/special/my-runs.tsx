import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { shownStates } from '#domain/campaigns/own-copy.ts';
import { specialCopy as copy } from '#domain/special/copy.ts';
import { RUN_DAYS } from '#domain/special/rules.ts';
import { api, client, queryClient } from '../../api.ts';
import { useOwnChanges } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { campaignPath } from '../my-campaigns.tsx';
import { STATE_TONES } from '../state-tones.ts';
import styles from './special.module.css';

type Run = Awaited<ReturnType<typeof client.special.own.list>>[number];

/** The special packages of a company: what is missing before each is shown, and how many of its days were kept. */
export function MyRuns() {
  const runs = useQuery(api.special.own.list.queryOptions());
  useOwnChanges(() => queryClient.invalidateQueries({ queryKey: api.special.own.key() }));
  if (runs.data?.length === 0) return null;
  return (
    <DataPart name={copy.title} part={partStateOf(runs)} lines={2}>
      {() => (
        <ul className={styles.runs}>
          {runs.data!.map((run) => (
            <OneRun key={run.id} run={run} />
          ))}
        </ul>
      )}
    </DataPart>
  );
}

function OneRun({ run }: { run: Run }) {
  const { id, campaign, days, replacement } = run;
  const navigate = useNavigate();
  const begin = useSingleFlight(async () => {
    const outcome = await write(() => client.special.own.begin({ run: id, id: crypto.randomUUID() }));
    if (outcome.outcome !== 'done') return void toast.error(outcome.text);
    await queryClient.invalidateQueries({ queryKey: api.special.own.key() });
    await navigate(campaignPath(outcome.value.campaign));
  });
  return (
    <li className={styles.run}>
      <div className={styles.words}>
        <p>
          <b>{copy.title}</b> <span className="muted s">{copy.order(run.orderNumber)}</span>{' '}
          {campaign && <Badge tone={STATE_TONES[campaign.state]}>{shownStates[campaign.state]}</Badge>}{' '}
          {replacement && <Badge tone="warn">{copy.replacement[replacement]}</Badge>}
        </p>
        <p className="s">{summaryOf(run)}</p>
        {days.length > 0 && (
          <p className="muted s">
            {copy.kept(days.filter(({ state }) => state === 'kept').length, RUN_DAYS)}
            {days.length > RUN_DAYS && ` · ${copy.appended(days.length - RUN_DAYS)}`}
          </p>
        )}
      </div>
      {campaign ? (
        <ButtonLink variant="secondary" to={campaignPath(campaign.id)}>
          {days.length > 0 ? copy.report : copy.open}
        </ButtonLink>
      ) : (
        !run.isPaidBack && <Button onClick={() => void begin()}>{copy.begin}</Button>
      )}
    </li>
  );
}

function summaryOf({ campaign, startsOn, endsOn, replacement, isPaidBack }: Run): string {
  if (isPaidBack) return copy.paidBack;
  if (!campaign) return copy.noCampaign;
  if (replacement !== null) return copy.stopped[campaign.state === 'withdrawn' ? 'withdrawn' : 'done'];
  return startsOn && endsOn ? copy.runs(startsOn, endsOn) : copy.notStarted;
}

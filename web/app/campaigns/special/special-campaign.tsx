import { useQuery } from '@tanstack/react-query';
import { campaignListCopy, changeCopy, editorCopy, shownStates } from '#domain/campaigns/own-copy.ts';
import { specialCopy as copy } from '#domain/special/copy.ts';
import { api, queryClient } from '../../api.ts';
import { useOwnChanges } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import styles from '../campaign.module.css';
import { NewAdverts } from '../change/new-adverts.tsx';
import { type OwnCampaignRow, recall } from '../editor/own-campaign.ts';
import { Objection } from '../report/objection.tsx';
import { Report } from '../report/report.tsx';
import { STATE_TONES } from '../state-tones.ts';
import { TvPreview } from '../tv-preview.tsx';
import { RunDays } from './run-days.tsx';
import own from './special.module.css';

const RUNS: readonly OwnCampaignRow['state'][] = ['scheduled', 'active', 'behind', 'paused'];
const WAS_SHOWN: readonly OwnCampaignRow['state'][] = ['active', 'paused', 'withdrawn', 'done'];

const REPLACE = { begin: copy.replace, hint: copy.replaceHint, title: changeCopy.stopped.title };

/** The campaign of a special package, once it was sent: each day with its promise, and the report. Its reins are staff's. */
export function SpecialCampaign({ campaign, reload }: { campaign: OwnCampaignRow; reload: () => Promise<unknown> }) {
  const { id, name, state } = campaign;
  const runs = useQuery(api.special.own.list.queryOptions());
  useOwnChanges(() => queryClient.invalidateQueries({ queryKey: api.special.own.key() }));
  const run = runs.data?.find((one) => one.campaign?.id === id);
  const picture = campaign.pictures[0];
  const isStopped = (state === 'withdrawn' || state === 'done') && (run?.replacement ?? null) !== null;
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1 className="d h1">{name || campaignListCopy.unnamed}</h1>
          <p className={styles.facts}>
            <Badge tone={STATE_TONES[state]}>{shownStates[state]}</Badge> {copy.title}
            {run?.startsOn && run.endsOn && ` · ${copy.runs(run.startsOn, run.endsOn)}`}
          </p>
        </div>
        {state === 'review' && (
          <div className={styles.reins}>
            <Button variant="secondary" onClick={() => void recall(id, reload)}>
              {editorCopy.undo}
            </Button>
          </div>
        )}
      </header>
      {state === 'review' && <p className={styles.note}>{editorCopy.inReview}</p>}
      {state === 'scheduled' && campaign.special?.startsOn === null && <p className={styles.note}>{copy.notStarted}</p>}
      {RUNS.includes(state) && campaign.codePausedAt && (
        <p className={styles.reason}>{editorCopy.codePaused(campaign.url, campaign.codePausedAt)}</p>
      )}
      {state === 'paused' && campaign.reason && <p className={styles.reason}>{campaign.reason}</p>}
      {campaign.isHeldByStaff && <p className={styles.note}>{editorCopy.held}</p>}
      {state === 'withdrawn' && (
        <p className={styles.reason}>
          <b>{editorCopy.withdrawn}:</b> {campaign.reason}
        </p>
      )}
      {isStopped && (
        <section className={own.stopped} aria-label={changeCopy.stopped.title}>
          <p>{copy.stopped[state]}</p>
          <p className="muted s">{copy.stoppedDays}</p>
          <NewAdverts campaign={campaign} reload={reload} words={REPLACE} />
        </section>
      )}
      <section className={own.section} aria-labelledby="run-days">
        <h2 className="d h3" id="run-days">
          {copy.days}
        </h2>
        <p className="s">{copy.promise}</p>
        <DataPart name={copy.days} part={partStateOf(runs)} lines={4}>
          {() => <RunDays days={run?.days ?? []} />}
        </DataPart>
      </section>
      {WAS_SHOWN.includes(state) && (
        <Report
          id={id}
          kind={campaign.kind}
          colour={campaign.kind === 'spot' ? 'var(--bar-cyan)' : 'var(--bar-yellow)'}
        />
      )}
      {WAS_SHOWN.includes(state) && <Objection id={id} />}
      <div className={styles.columns}>
        <div className={styles.form}>
          <p>{copy.schedule}</p>
          <p className="muted s">{copy.noUnits}</p>
        </div>
        <aside className={styles.side} aria-label={editorCopy.preview}>
          <TvPreview
            kind={campaign.kind}
            file={picture?.file ?? null}
            poster={picture?.poster ?? null}
            url={campaign.url}
          />
          <p className="muted s">{campaign.url}</p>
          {RUNS.includes(state) && <NewAdverts campaign={campaign} reload={reload} />}
        </aside>
      </div>
    </>
  );
}

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { firstHourOf } from '#domain/campaigns/first-hour.ts';
import { campaignListCopy, editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { client } from '../api.ts';
import type { Connection } from '../live.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { useWriteKeys } from '../write-keys.ts';
import styles from './campaign.module.css';
import { NewAdverts } from './change/new-adverts.tsx';
import { copyCampaign, type OwnCampaignRow, recall } from './editor/own-campaign.ts';
import { hoursInWords } from './editor/schedule-grid.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { BudgetSpending } from './report/budget-spending.tsx';
import { LastPlayLine } from './report/last-play-line.tsx';
import { Objection } from './report/objection.tsx';
import reportStyles from './report/report.module.css';
import { Report } from './report/report.tsx';
import { RunningHead } from './running-head.tsx';
import { TvPreview } from './tv-preview.tsx';

const DONE = { pause: copy.paused, resume: copy.resumed, end: copy.ended } as const;
const RUNS: readonly OwnCampaignRow['state'][] = ['scheduled', 'active', 'behind', 'paused'];

const WAS_SHOWN: readonly OwnCampaignRow['state'][] = ['active', 'behind', 'paused', 'withdrawn', 'done'];

const IS_SHOWN: readonly OwnCampaignRow['state'][] = ['active', 'behind'];

interface RunningProps {
  campaign: OwnCampaignRow;
  reload: () => Promise<unknown>;
  connection: Connection;
  /** When it was read, in milliseconds. */
  readAt: number;
}

/** A campaign that was sent: what it showed, and what may still be changed. */
export function Running({ campaign, reload, connection, readAt }: RunningProps) {
  const { id, name, state, counted, budget } = campaign;
  const [busy, setBusy] = useState(false);
  const [ending, setEnding] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const navigate = useNavigate();
  const [copying, setCopying] = useState(false);
  const copies = useWriteKeys();
  const makeCopy = useSingleFlight(async () => {
    setCopying(true);
    const path = await copyCampaign(id, copies.of(id));
    setCopying(false);
    if (!path) return;
    copies.renew();
    await navigate(path);
  });
  const step = useSingleFlight(async (to: keyof typeof DONE) => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.own.step({ id, to }));
    setBusy(false);
    setEnding(false);
    const again = to === 'pause' ? { label: copy.resumeIt, onPress: () => void step('resume') } : undefined;
    if (outcome.outcome === 'done') toast.success(DONE[to], again);
    else setProblem(outcome);
    await reload();
  });
  const runs = RUNS.includes(state);
  const firstHour = firstHourOf(campaign);
  const isAhead = state === 'scheduled' || (IS_SHOWN.includes(state) && counted === 0);
  const begins = isAhead && firstHour !== null && firstHour > new Date() ? firstHour : null;
  const hasReport = WAS_SHOWN.includes(state) && !begins;
  const picture = campaign.pictures[0];
  return (
    <>
      <RunningHead
        campaign={campaign}
        lastPlay={
          IS_SHOWN.includes(state) && (
            <LastPlayLine connection={connection} counted={counted} lastPlayAt={campaign.lastPlayAt} at={readAt} />
          )
        }
      >
        {state === 'review' && (
          <Button variant="secondary" onClick={() => void recall(id, reload)}>
            {copy.undo}
          </Button>
        )}
        {runs && (
          <Button variant="secondary" loading={busy} onClick={() => void step(state === 'paused' ? 'resume' : 'pause')}>
            {state === 'paused' ? copy.resume : copy.pause}
          </Button>
        )}
        {runs && (
          <Button variant="danger" onClick={() => setEnding(true)}>
            {copy.end}
          </Button>
        )}
        <Button variant="secondary" loading={copying} onClick={() => void makeCopy()}>
          {copy.copy}
        </Button>
      </RunningHead>
      <FormProblem problem={problem} />
      {state === 'review' && <p className={styles.note}>{copy.inReview}</p>}
      {runs && campaign.codePausedAt && (
        <p className={styles.reason}>{copy.codePaused(campaign.url, campaign.codePausedAt)}</p>
      )}
      {state === 'withdrawn' && (
        <p className={styles.reason}>
          <b>{copy.withdrawn}:</b> {campaign.reason}
        </p>
      )}
      {state === 'paused' && campaign.reason && <p className={styles.reason}>{campaign.reason}</p>}
      {begins && (
        <section className={reportStyles.begins}>
          <h2 className="d h4">{reportCopy.begins(begins)}</h2>
          <p>{reportCopy.none}</p>
        </section>
      )}
      {!hasReport && (
        <dl className={styles.figures}>
          <Figure value={Math.max(0, budget - counted)} name={copy.left} />
        </dl>
      )}
      {campaign.heldUntil && <p className="muted s">{campaignListCopy.held(campaign.held, campaign.heldUntil)}</p>}
      {hasReport && (
        <Report
          id={id}
          kind={campaign.kind}
          colour={campaign.kind === 'spot' ? 'var(--bar-cyan)' : 'var(--bar-yellow)'}
          plan={<BudgetSpending campaign={campaign} />}
        />
      )}
      {hasReport && <Objection id={id} />}
      <div className={styles.columns}>
        <div className={styles.form}>
          {runs ? (
            <PlanChanges campaign={campaign} reload={reload} />
          ) : (
            <ul className={styles.week}>
              {campaign.schedule.map((day, n) => (
                <li key={copy.dayNames[n]}>
                  <span>{copy.dayNames[n]}</span> {hoursInWords(day) || copy.noHours}
                </li>
              ))}
            </ul>
          )}
        </div>
        <aside className={styles.side} aria-label={copy.preview}>
          <TvPreview
            kind={campaign.kind}
            file={picture?.file ?? null}
            poster={picture?.poster ?? null}
            url={campaign.url}
          />
          <p className="muted s">{campaign.url}</p>
          {runs && <NewAdverts campaign={campaign} reload={reload} />}
        </aside>
      </div>
      <ConfirmDialog
        open={ending}
        onOpenChange={setEnding}
        danger
        title={copy.endTitle}
        text={copy.endText(name, Math.max(0, budget - counted))}
        yes={copy.end}
        busy={busy}
        problem={problem}
        onConfirm={() => void step('end')}
      />
    </>
  );
}

function Figure({ value, name }: { value: number; name: string }) {
  return (
    <div className={styles.figure}>
      <dd className="num">{formatNumber(value)}</dd>
      <dt>{name}</dt>
    </div>
  );
}

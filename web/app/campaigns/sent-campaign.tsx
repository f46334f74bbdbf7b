import { behindCopy } from '#domain/campaigns/behind-copy.ts';
import { firstHourOf } from '#domain/campaigns/first-hour.ts';
import { campaignListCopy, editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { reportCopy } from '#domain/campaigns/report/report-copy.ts';
import { formatNumber } from '#domain/money.ts';
import type { Connection } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import styles from './campaign.module.css';
import { NewAdverts } from './change/new-adverts.tsx';
import { type OwnCampaignRow, recall } from './editor/own-campaign.ts';
import { hoursInWords } from './editor/schedule-grid.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { BudgetSpending } from './report/budget-spending.tsx';
import { LastPlayLine } from './report/last-play-line.tsx';
import { Objection } from './report/objection.tsx';
import reportStyles from './report/report.module.css';
import { Report } from './report/report.tsx';
import { RunningHead } from './running-head.tsx';
import { TvPreview } from './tv-preview.tsx';
import { useCampaignCopy } from './use-campaign-copy.ts';
import { useCampaignSteps } from './use-campaign-steps.ts';

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
export function SentCampaign({ campaign, reload, connection, readAt }: RunningProps) {
  const { id, name, state, counted, budget } = campaign;
  const { step, busy, isEndAsked, askEnd, problem } = useCampaignSteps(id, reload);
  const { makeCopy, isCopying } = useCampaignCopy(id);
  const runs = RUNS.includes(state);
  const firstHour = firstHourOf(campaign, new Date(campaign.decidedAt ?? campaign.updatedAt));
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
        {runs && !campaign.isHeldByStaff && !campaign.isEmpty && (
          <Button variant="secondary" loading={busy} onClick={() => void step(state === 'paused' ? 'resume' : 'pause')}>
            {state === 'paused' ? copy.resume : copy.pause}
          </Button>
        )}
        {runs && (
          <Button variant="danger" onClick={() => askEnd(true)}>
            {copy.end}
          </Button>
        )}
        <Button variant="secondary" loading={isCopying} onClick={() => void makeCopy()}>
          {copy.copy}
        </Button>
      </RunningHead>
      <FormProblem problem={problem} />
      <Notes campaign={campaign} runs={runs} />
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
          {runs ? <PlanChanges campaign={campaign} reload={reload} /> : <Week schedule={campaign.schedule} />}
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
        open={isEndAsked}
        onOpenChange={askEnd}
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

interface NotesProps {
  campaign: OwnCampaignRow;
  /** It is planned, shown or paused. */
  runs: boolean;
}

/** What its state asks to be explained. */
function Notes({ campaign: { state, reason, url, codePausedAt, isHeldByStaff, late }, runs }: NotesProps) {
  return (
    <>
      {late && (
        <p className={styles.reason}>
          <b>{behindCopy.onPage.lead}</b> {behindCopy.whyForCompany(late)}. {behindCopy.onPage.after[late.why]}
        </p>
      )}
      {state === 'review' && <p className={styles.note}>{copy.inReview}</p>}
      {runs && codePausedAt && <p className={styles.reason}>{copy.codePaused(url, codePausedAt)}</p>}
      {state === 'withdrawn' && (
        <p className={styles.reason}>
          <b>{copy.withdrawn}:</b> {reason}
        </p>
      )}
      {state === 'paused' && reason && (
        <p className={styles.reason}>
          {isHeldByStaff && <b>{copy.heldReason}:</b>} {reason}
        </p>
      )}
      {isHeldByStaff && <p className={styles.note}>{copy.held}</p>}
    </>
  );
}

/** The hours of each day, when they may not be changed any more. */
const Week = ({ schedule }: Pick<OwnCampaignRow, 'schedule'>) => (
  <ul className={styles.week}>
    {schedule.map((day, n) => (
      <li key={copy.dayNames[n]}>
        <span>{copy.dayNames[n]}</span> {hoursInWords(day) || copy.noHours}
      </li>
    ))}
  </ul>
);

function Figure({ value, name }: { value: number; name: string }) {
  return (
    <div className={styles.figure}>
      <dd className="num">{formatNumber(value)}</dd>
      <dt>{name}</dt>
    </div>
  );
}

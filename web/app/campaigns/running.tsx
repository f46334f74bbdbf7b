import { useState } from 'react';
import { useNavigate } from 'react-router';
import { campaignListCopy, editorCopy as copy, shownStates } from '#domain/campaigns/own-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FieldGroup, TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Unsaved } from '../ui/form/unsaved.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './campaign.module.css';
import { capOf, copyOf, Part, type Read, recall, wholeNumber } from './editor.tsx';
import { NewAdverts } from './new-adverts.tsx';
import { Progress } from './progress.tsx';
import { Objection } from './report/objection.tsx';
import { Report } from './report/report.tsx';
import { hoursInWords, ScheduleGrid, SchedulePresets } from './schedule-grid.tsx';
import { STATE_TONES } from './state-tones.ts';
import { TvPreview } from './tv-preview.tsx';

interface Props {
  campaign: Read;
  reload: () => Promise<unknown>;
}

const DONE = { pause: copy.paused, resume: copy.resumed, end: copy.ended } as const;
const RUNS: readonly Read['state'][] = ['scheduled', 'active', 'behind', 'paused'];

const WAS_SHOWN: readonly Read['state'][] = ['active', 'behind', 'paused', 'withdrawn', 'done'];

/** A campaign that was sent: what it showed, and what may still be changed. */
export function Running({ campaign, reload }: Props) {
  const { id, name, state, counted, budget, planned, regions, venues } = campaign;
  const [busy, setBusy] = useState(false);
  const [ending, setEnding] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const navigate = useNavigate();
  const step = useSingleFlight(async (to: keyof typeof DONE) => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.own.step({ id, to }));
    setBusy(false);
    setEnding(false);
    await reload();
    if (outcome.outcome === 'done') toast.success(DONE[to]);
    else setProblem(outcome);
  });
  const runs = RUNS.includes(state);
  const picture = campaign.pictures[0];
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1 className="d h1">{name || campaignListCopy.unnamed}</h1>
          <p className={styles.facts}>
            <Badge tone={STATE_TONES[state]}>{shownStates[state]}</Badge>{' '}
            {`${formatDate(campaign.startsOn)} – ${formatDate(campaign.endsOn)} · `}
            {regions.length === 0 ? campaignListCopy.everywhere : regions.map((code) => regionNames[code]).join(', ')}
            {' · '}
            {venues.length === 0
              ? campaignListCopy.everybody
              : venues.map((one) => venueNames[one].toLowerCase()).join(', ')}
          </p>
        </div>
        <div className={styles.reins}>
          {state === 'review' && (
            <Button variant="secondary" onClick={() => void recall(id, reload)}>
              {copy.undo}
            </Button>
          )}
          {runs && (
            <Button
              variant="secondary"
              loading={busy}
              onClick={() => void step(state === 'paused' ? 'resume' : 'pause')}
            >
              {state === 'paused' ? copy.resume : copy.pause}
            </Button>
          )}
          {runs && (
            <Button variant="danger" onClick={() => setEnding(true)}>
              {copy.end}
            </Button>
          )}
          <Button
            variant="secondary"
            onClick={() => void copyOf(id).then((path) => (path ? navigate(path) : undefined))}
          >
            {copy.copy}
          </Button>
        </div>
      </header>
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
      <dl className={styles.figures}>
        <Figure value={Math.max(0, budget - counted)} name={copy.left} />
        {planned !== null && WAS_SHOWN.includes(state) && <Figure value={planned} name={copy.planned} />}
      </dl>
      <Progress {...{ counted, budget, planned }} />
      {WAS_SHOWN.includes(state) && (
        <Report
          id={id}
          kind={campaign.kind}
          colour={campaign.kind === 'spot' ? 'var(--bar-cyan)' : 'var(--bar-yellow)'}
        />
      )}
      <Objection campaign={campaign} />
      <div className={styles.columns}>
        <div className={styles.form}>
          {runs ? (
            <Changes campaign={campaign} reload={reload} />
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

/** Hours, cap, end and budget of a campaign that runs; saved together, without another review. */
function Changes({ campaign, reload }: Props) {
  const { id, kind, free, budget: held } = campaign;
  const [schedule, setSchedule] = useState(campaign.schedule);
  const [endsOn, setEndsOn] = useState(campaign.endsOn);
  const [budget, setBudget] = useState(String(held));
  const [cap, setCap] = useState(campaign.cap === null ? '' : String(campaign.cap));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const units = wholeNumber(budget);
  const limit = capOf(cap);
  const isChanged =
    schedule !== campaign.schedule || endsOn !== campaign.endsOn || units !== held || limit !== campaign.cap;
  const save = useSingleFlight(async () => {
    if (units === null || limit === undefined) return;
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.own.change({ id, schedule, endsOn, budget: units, cap: limit }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    await reload();
    toast.success(copy.changesSaved);
  });
  return (
    <>
      <Unsaved when={isChanged && !busy} what={copy.unsavedForm} />
      <Part n={1} title={copy.changes} side={copy.free(free, kind)}>
        <p className="muted s">{copy.changesHint}</p>
        <FieldGroup columns={2}>
          <TextField
            label={copy.budget}
            error={units === null ? copy.budgetMissing : undefined}
            value={budget}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => setBudget(target.value)}
          />
          <TextField
            label={copy.cap}
            error={limit === undefined ? copy.capWrong : undefined}
            value={cap}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => setCap(target.value)}
          />
          <TextField label={copy.to} type="date" value={endsOn} onChange={({ target }) => setEndsOn(target.value)} />
        </FieldGroup>
        <SchedulePresets schedule={schedule} change={setSchedule} />
        <ScheduleGrid schedule={schedule} change={setSchedule} />
        <FormProblem problem={problem} />
        <div>
          <Button disabled={!isChanged} loading={busy} onClick={() => void save()}>
            {copy.saveChanges}
          </Button>
        </div>
      </Part>
    </>
  );
}

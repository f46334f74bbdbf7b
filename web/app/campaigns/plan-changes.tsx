import { useState } from 'react';
import { lacksHours } from '#domain/campaigns/first-hour.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { areCampaignDays, latestEnd } from '#domain/campaigns/rules.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FieldGroup, TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './campaign.module.css';
import type { OwnCampaignRow } from './editor/own-campaign.ts';
import { Part } from './editor/part.tsx';
import { ScheduleGrid, SchedulePresets } from './editor/schedule-grid.tsx';
import { parseCap, parseWholeNumber } from './editor/typed-numbers.ts';

interface Props {
  campaign: OwnCampaignRow;
  reload: () => Promise<unknown>;
}

const fieldsOf = ({ schedule, endsOn, budget, cap }: OwnCampaignRow) => ({
  schedule,
  endsOn,
  budget: String(budget),
  cap: cap === null ? '' : String(cap),
});
type Fields = ReturnType<typeof fieldsOf>;

/** What was edited after these were sent. */
const without = (now: Partial<Fields>, sent: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Fields]),
  ) as Partial<Fields>;

/** Hours, cap, end and budget of a campaign that runs; saved together, without another review. */
export function PlanChanges({ campaign, reload }: Props) {
  const { id, kind, free } = campaign;
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const before = fieldsOf(campaign);
  const now = new Date();
  const today = dayOf(now);
  const { schedule, endsOn, budget, cap } = { ...before, ...edits };
  const edit = (one: Partial<Fields>) => setEdits((now) => ({ ...now, ...one }));
  const units = parseWholeNumber(budget);
  const limit = parseCap(cap);
  // What nobody touched here is not sent: another window may have changed it.
  const changed = {
    ...(schedule.some((hours, day) => hours !== campaign.schedule[day]) && { schedule }),
    ...(endsOn !== before.endsOn && { endsOn }),
    ...(units !== null && units !== campaign.budget && { budget: units }),
    ...(limit !== undefined && limit !== campaign.cap && { cap: limit }),
  };
  // As it stands it is no mistake of whoever changes something else.
  const hasNoHour =
    ('schedule' in changed || 'endsOn' in changed) &&
    lacksHours({ startsOn: campaign.startsOn, endsOn, schedule }, now);
  const isEndWrong = 'endsOn' in changed && !areCampaignDays(campaign.startsOn, endsOn, today);
  const isWrong = units === null || limit === undefined || isEndWrong || hasNoHour;
  const isChanged = isWrong || Object.keys(changed).length > 0;
  const save = useSingleFlight(async () => {
    if (isWrong) return;
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.own.change({ id, ...changed }));
    if (outcome.outcome === 'done') {
      toast.success(copy.changesSaved);
      await reload();
      setEdits((now) => without(now, edits));
    } else setProblem(outcome);
    setBusy(false);
  });
  return (
    <>
      <UnsavedTextGuard when={isChanged && !busy} what={copy.unsavedForm} />
      <Part n={1} title={copy.changes} side={copy.free(free, kind)}>
        <p className="muted s">{copy.changesHint}</p>
        <FieldGroup columns={2}>
          <TextField
            label={copy.budget}
            hint={campaign.isEmpty && !campaign.isHeldByStaff ? copy.emptyHint : undefined}
            error={units === null ? copy.budgetMissing : undefined}
            value={budget}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => edit({ budget: target.value })}
          />
          <TextField
            label={copy.cap}
            error={limit === undefined ? copy.capWrong : undefined}
            value={cap}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => edit({ cap: target.value })}
          />
          <TextField
            label={copy.to}
            type="date"
            error={isEndWrong ? copy.wrong.dates : undefined}
            value={endsOn}
            max={latestEnd(campaign.startsOn, today)}
            onChange={({ target }) => edit({ endsOn: target.value })}
          />
        </FieldGroup>
        <SchedulePresets schedule={schedule} change={(next) => edit({ schedule: next })} />
        <ScheduleGrid schedule={schedule} change={(next) => edit({ schedule: next })} />
        {hasNoHour && <p className={styles.error}>{copy.wrong.hours}</p>}
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

import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { latestEnd } from '#domain/campaigns/rules.ts';
import { hoursOfWeek } from '#domain/playout/schedule.ts';
import { specialCopy } from '#domain/special/copy.ts';
import { dayOf } from '#domain/time.ts';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';
import styles from '../campaign.module.css';
import type { Missing } from './missing.ts';
import { Part } from './part.tsx';
import { ScheduleGrid, SchedulePresets } from './schedule-grid.tsx';
import type { CampaignForm } from './use-campaign-form.ts';

type Schedule = Pick<CampaignForm, 'startsOn' | 'endsOn' | 'schedule'>;

interface Props extends Schedule {
  change: (fields: Partial<Schedule>) => void;
  isSpecial: boolean;
  /** Days that a campaign may have; others are not saved. */
  isRange: boolean;
  /** What the form says under a field. */
  wrong: (what: Missing) => string | undefined;
}

/** When a campaign is shown: its days and the hours of the week. A special package has its own. */
export function SchedulePart({ startsOn, endsOn, schedule, change, isSpecial, isRange, wrong }: Props) {
  return (
    <Part n={4} title={copy.parts[3]} side={copy.hours(hoursOfWeek(schedule))}>
      {isSpecial ? (
        <p>{specialCopy.schedule}</p>
      ) : (
        <>
          <FieldGroup columns={2}>
            <TextField
              label={copy.from}
              type="date"
              value={startsOn}
              onChange={({ target }) => change({ startsOn: target.value })}
            />
            <TextField
              label={copy.to}
              type="date"
              error={isRange ? wrong('dates') : copy.wrong.dates}
              value={endsOn}
              min={startsOn}
              max={latestEnd(startsOn, dayOf(new Date()))}
              onChange={({ target }) => change({ endsOn: target.value })}
            />
          </FieldGroup>
          <SchedulePresets schedule={schedule} change={(next) => change({ schedule: next })} />
          <ScheduleGrid schedule={schedule} change={(next) => change({ schedule: next })} />
          {wrong('hours') && <p className={styles.error}>{wrong('hours')}</p>}
          <p className="muted s">{copy.gridHint}</p>
        </>
      )}
    </Part>
  );
}

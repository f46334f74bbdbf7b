import { Fragment, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { common } from '#domain/copy.ts';
import { type HourOfWeek, hourMask, hourRanges, type Schedule, withHours } from '#domain/playout/schedule.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import styles from './schedule-grid.module.css';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MARKS = [0, 3, 6, 9, 12, 15, 18, 21];
const ALL = 0xffffff;

/** Hours as people write them: „6–10, 16–21“. */
export const hoursInWords = (day: number): string =>
  hourRanges(day)
    .map(([from, to]) => `${from}–${to}`)
    .join(', ');

/** A stroke of the mouse: where it was last, and the hours with what it has painted, which are drawn only later. */
interface Stroke {
  on: boolean;
  at: HourOfWeek;
  schedule: Schedule;
}

interface Props {
  schedule: Schedule;
  change: (schedule: number[]) => void;
}

/** The week by hours: painted with the mouse, moved through with arrows, or a day at a time through its name. */
export function ScheduleGrid({ schedule, change }: Props) {
  const [at, setAt] = useState<HourOfWeek>({ day: 0, hour: 6 });
  const [dialog, setDialog] = useState<number | null>(null);
  const stroke = useRef<Stroke | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const isOn = (day: number, hour: number) => ((schedule[day]! >> hour) & 1) === 1;
  const set = (day: number, hour: number, on: boolean) => change(withHours(schedule, { day, hour }, { day, hour }, on));
  const paint = (at: HourOfWeek, { on, at: last, schedule: before }: Stroke) => {
    const painted = withHours(before, last, at, on);
    stroke.current = { on, at, schedule: painted };
    change(painted);
  };
  const focus = (day: number, hour: number) => {
    setAt({ day, hour });
    grid.current?.querySelector<HTMLElement>(`[data-cell="${day}-${hour}"]`)?.focus();
  };
  useEndOfStroke(stroke);

  const onKeyDown = (event: KeyboardEvent) => {
    // The name of a day is a button of its own.
    if (!(event.target as HTMLElement).closest('[data-cell]')) return;
    const { day, hour } = at;
    const next = movedBy(event.key, at);
    if (event.key === ' ' || event.key === 'Enter') set(day, hour, !isOn(day, hour));
    else if (next) {
      if (event.shiftKey) set(next.day, next.hour, isOn(day, hour));
      focus(next.day, next.hour);
    } else return;
    event.preventDefault();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of cells that are pressed is no table of data */}
      <div className={styles.grid} role="grid" aria-label={copy.grid} ref={grid} onKeyDown={onKeyDown} tabIndex={-1}>
        <div className={styles.marks} role="presentation">
          {MARKS.map((hour) => (
            <span key={hour} style={{ gridColumn: hour + 1 }}>
              {hour}
            </span>
          ))}
        </div>
        {copy.days.map((name, day) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
          <div className={styles.row} role="row" key={name}>
            {/* biome-ignore lint/a11y/useSemanticElements: see above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus */}
            <div role="rowheader">
              <button
                type="button"
                className={styles.day}
                onClick={() => setDialog(day)}
                aria-label={`${name}: ${copy.dayHours(copy.dayNames[day]!)}`}
              >
                {name}
              </button>
            </div>
            <div className={styles.cells} role="presentation">
              {HOURS.map((hour) => (
                // biome-ignore lint/a11y/useSemanticElements: see above
                <span
                  key={hour}
                  role="gridcell"
                  data-cell={`${day}-${hour}`}
                  className={styles.cell}
                  aria-label={copy.cell(copy.dayNames[day]!, hour, isOn(day, hour))}
                  aria-selected={isOn(day, hour)}
                  tabIndex={at.day === day && at.hour === hour ? 0 : -1}
                  onPointerDown={(event) => {
                    if (event.pointerType === 'touch') return;
                    paint({ day, hour }, { on: !isOn(day, hour), at: { day, hour }, schedule });
                    setAt({ day, hour });
                  }}
                  onPointerEnter={() => stroke.current && paint({ day, hour }, stroke.current)}
                />
              ))}
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: see above */}
            <span className={styles.words} role="gridcell" tabIndex={-1}>
              {hoursInWords(schedule[day]!) || copy.noHours}
            </span>
          </div>
        ))}
      </div>
      {dialog !== null && (
        <DayDialog
          day={dialog}
          bits={schedule[dialog]!}
          close={() => setDialog(null)}
          save={(bits) => change(schedule.map((one, n) => (n === dialog ? bits : one)))}
        />
      )}
    </>
  );
}

/** Where a key leads from there; nowhere, when it is none that moves. */
function movedBy(key: string, { day, hour }: HourOfWeek): HourOfWeek | undefined {
  const moves: Record<string, HourOfWeek> = {
    ArrowRight: { day, hour: Math.min(23, hour + 1) },
    ArrowLeft: { day, hour: Math.max(0, hour - 1) },
    ArrowDown: { day: Math.min(6, day + 1), hour },
    ArrowUp: { day: Math.max(0, day - 1), hour },
    Home: { day, hour: 0 },
    End: { day, hour: 23 },
  };
  return moves[key];
}

/** Painting ends where the mouse is let go, also outside the grid. */
function useEndOfStroke(stroke: RefObject<Stroke | null>) {
  useEffect(() => {
    const stop = () => {
      stroke.current = null;
    };
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
    return () => {
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
    };
  }, [stroke]);
}

interface DayProps {
  day: number;
  bits: number;
  close: () => void;
  save: (bits: number) => void;
}

/** The spans of hours of one day, each with fields of its own; spans that meet become one. */
function DayDialog({ day, bits, close, save }: DayProps) {
  const [spans, setSpans] = useState(bits === 0 ? [{ from: 6, to: 22 }] : spansOf(bits));
  const settle = (chosen: number) => {
    save(chosen);
    close();
  };
  return (
    <Dialog
      open
      asks={false}
      onOpenChange={close}
      title={copy.dayHours(copy.dayNames[day]!)}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button variant="ghost" onClick={() => settle(0)}>
            {copy.wholeDay}
          </Button>
          <Button onClick={() => settle(spans.reduce((all, { from, to }) => all | hourMask(from, to), 0))}>
            {common.save}
          </Button>
        </>
      }
    >
      {spans.map((span, n) => (
        <SpanFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is what its fields say, and keeps nothing of its own
          key={n}
          span={span}
          number={spans.length > 1 ? n + 1 : null}
          change={(...instead) => setSpans(spans.toSpliced(n, 1, ...instead))}
        />
      ))}
    </Dialog>
  );
}

interface Span {
  from: number;
  to: number;
}

const spansOf = (bits: number): Span[] => hourRanges(bits).map(([from, to]) => ({ from, to }));

interface SpanProps {
  span: Span;
  /** `null`: it is the only one, and stays. */
  number: number | null;
  /** What is there instead of it; nothing: it is taken away. */
  change: (...instead: Span[]) => void;
}

function SpanFields({ span: { from, to }, number, change }: SpanProps) {
  const hours = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, n) => ({ value: String(first + n), label: `${first + n} h` }));
  return (
    <div className={styles.span}>
      <SelectField
        label={number === null ? copy.from : copy.spanFrom(number)}
        options={hours(0, 23)}
        value={String(from)}
        onChange={({ target }) => change({ from: Number(target.value), to: Math.max(to, Number(target.value) + 1) })}
      />
      <SelectField
        label={number === null ? copy.to : copy.spanTo(number)}
        options={hours(from + 1, 24)}
        value={String(to)}
        onChange={({ target }) => change({ from, to: Number(target.value) })}
      />
      {number !== null && (
        <Button variant="secondary" size="sm" aria-label={copy.removeLabel(`${from}–${to} h`)} onClick={() => change()}>
          {copy.remove}
        </Button>
      )}
    </div>
  );
}

const everyDay = (bits: number) => Array.from({ length: 7 }, () => bits);

/** Ready choices; each is added to what is there, the last empties it. */
export function SchedulePresets({ schedule, change }: Props) {
  const { presets } = copy;
  const add = (more: number[]) => change(schedule.map((bits, day) => bits | more[day]!));
  const choices: [string, () => void][] = [
    [presets.all, () => change(everyDay(ALL))],
    [presets.morning, () => add(everyDay(hourMask(6, 10)))],
    [presets.evening, () => add(everyDay(hourMask(18, 23)))],
    [presets.work, () => add([ALL, ALL, ALL, ALL, ALL, 0, 0])],
    [presets.weekend, () => add([0, 0, 0, 0, 0, ALL, ALL])],
    [presets.none, () => change(everyDay(0))],
  ];
  return (
    <div className={styles.presets}>
      {choices.map(([label, press]) => (
        <Fragment key={label}>
          <Button variant="secondary" size="sm" onClick={press}>
            {label}
          </Button>
        </Fragment>
      ))}
    </div>
  );
}

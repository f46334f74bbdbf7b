import { useId } from 'react';
import styles from './bar-chart.module.css';

export interface Bar {
  /** The name of the period in the table. */
  label: string;
  value: number;
  /** The formatted value. */
  text: string;
  /** It has not begun: a grey place is kept for it. */
  isAhead?: boolean;
  /** Of one that has not begun: what is planned, on the scale of the others; `null`: no plan, nothing is drawn. */
  planned?: number | null;
}

const WIDTH = 600;
const HEIGHT = 150;
const GAP = 0.28;
/** A few bars are as wide as if there were so many. */
const FEWEST = 7;
/** Of the width: nearer to an end the name of the last bar that has begun would lie on the end's. */
const EDGE = 0.2;

/**
 * Bars over time as a picture with a title; the same values are in a table beside it. The scale is marked
 * at its highest bar, and only the first and the last period are named, and the last that has begun.
 */
export function BarChart({
  title,
  summary,
  bars,
  colour,
  plain = false,
  line = null,
  peakOf = ({ text }) => text,
  now = '',
}: {
  title: string;
  summary: string;
  bars: readonly Bar[];
  colour: string;
  /** The last bar that has begun is no different from the others. */
  plain?: boolean;
  /** What each bar should have reached; drawn as a line over them. */
  line?: readonly number[] | null;
  /** What stands at the mark of the highest bar. */
  peakOf?: (bar: Bar) => string;
  /** After the name of the last bar that has begun, where others follow. */
  now?: string;
}) {
  const id = useId();
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const most = Math.max(highest, ...(line ?? []));
  const step = WIDTH / Math.max(FEWEST, bars.length);
  const peak = bars.find(({ value }) => value === highest && highest > 0);
  const last = bars.findLastIndex(({ isAhead }) => !isAhead);
  const isMarked = (index: number) => !plain && bars.length > 1 && index === last;
  const scaled = (value: number) => (most === 0 ? 0 : Math.max(value > 0 ? 3 : 0, (value / most) * (HEIGHT - 2)));
  const heightOf = ({ value, isAhead, planned }: Bar) => {
    if (!isAhead) return scaled(value);
    return planned === undefined ? HEIGHT / 2 : scaled(planned ?? 0);
  };
  const middle = ((last + 0.5) * step) / WIDTH;
  return (
    <div className={styles.chart}>
      <p className={styles.peak} aria-hidden="true">
        {peak && peakOf(peak)}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title ${id}-summary`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-summary`}>{summary}</desc>
        {bars.map((bar, index) => {
          const height = heightOf(bar);
          return (
            <g key={bar.label}>
              <title>{`${bar.label}: ${bar.text}`}</title>
              <rect x={index * step} y={0} width={step} height={HEIGHT} fill="transparent" />
              <rect
                x={index * step + (step * GAP) / 2}
                y={HEIGHT - height}
                width={step * (1 - GAP)}
                height={height}
                className={bar.isAhead ? styles.ahead : undefined}
                data-planned={bar.planned === undefined ? undefined : ''}
                fill={isMarked(index) ? 'var(--ink-0)' : colour}
              />
            </g>
          );
        })}
        {line && most > 0 && (
          <polyline
            className={styles.line}
            points={line
              .map((value, index) => {
                const y = HEIGHT - (value / most) * (HEIGHT - 2);
                return `${index * step},${y} ${(index + 1) * step},${y}`;
              })
              .join(' ')}
          />
        )}
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        {last < bars.length - 1 && isMarked(last) && middle > EDGE && middle < 1 - EDGE && (
          <b style={{ left: `${100 * middle}%` }}>{`${bars[last]!.label} ${now}`}</b>
        )}
        <span>{bars.at(-1)?.label}</span>
      </p>
    </div>
  );
}

/** Small bars beside a labelled number; the first and the last day are named, and each where the pointer is on it. */
export function SparkBars({
  values,
  days,
  colour,
}: {
  values: readonly number[];
  days: readonly string[];
  colour: string;
}) {
  const most = Math.max(1, ...values);
  return (
    <span className={styles.sparks} aria-hidden="true">
      <svg className={styles.spark} viewBox={`0 0 ${values.length * 14} 40`} aria-hidden="true">
        {values.map((value, index) => {
          const height = Math.max(2, (value / most) * 40);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            <g key={index}>
              <title>{`${days[index]}: ${value}`}</title>
              <rect x={index * 14} y={0} width={14} height={40} fill="transparent" />
              <rect
                x={index * 14}
                y={40 - height}
                width={10}
                height={height}
                fill={index === values.length - 1 ? 'var(--ink-0)' : colour}
              />
            </g>
          );
        })}
      </svg>
      <span className={styles.sparkDays}>
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </span>
    </span>
  );
}

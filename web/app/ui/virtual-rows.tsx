import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './table.module.css';

export interface Virtual {
  /** Of the whole list, also of what has not come yet. */
  total?: number | undefined;
  /** Expected heights in pixels, of a table's row and of a card; rows are measured once drawn. */
  estimate: { row: number; card: number };
  /** Stays drawn while it is scrolled away: a row with a form in it. */
  keep?: string | null;
  /** First and last row on the screen or near it. */
  onRange: (first: number, last: number) => void;
}

/** The rows near the screen, between two empty spaces as high as the rest. */
export function VirtualRows({
  keys,
  span,
  draw,
  estimate,
  keep,
  onRange,
}: Virtual & { keys: readonly string[]; span: number; draw: (index: number) => ReactNode }) {
  const top = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  const kept = keep ? keys.indexOf(keep) : -1;
  const rows = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => (window.innerWidth > 820 ? estimate.row : estimate.card),
    getItemKey: (index) => keys[index]!,
    overscan: 8,
    scrollMargin: margin,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      return kept < 0 || near.includes(kept) ? near : [...near, kept].sort((a, b) => a - b);
    },
  });

  useLayoutEffect(() => {
    const measure = () => setMargin(Math.round((top.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const shown = rows.getVirtualItems();
  const range = rows.range;
  const latest = useRef(onRange);
  latest.current = onRange;
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
  useEffect(() => latest.current(first, last), [first, last]);

  const end = margin + rows.getTotalSize();
  return (
    <>
      <tbody ref={top} />
      {shown.map((item, position) => {
        const before = item.start - (shown[position - 1]?.end ?? margin);
        return (
          <Fragment key={item.key}>
            {before > 0 && <Space height={before} span={span} />}
            <tbody ref={rows.measureElement} data-index={item.index}>
              {draw(item.index)}
            </tbody>
          </Fragment>
        );
      })}
      <Space height={Math.max(0, end - (shown.at(-1)?.end ?? margin))} span={span} />
    </>
  );
}

function Space({ height, span }: { height: number; span: number }) {
  return (
    <tbody aria-hidden="true">
      <tr className={styles.gap}>
        <td colSpan={span} style={{ '--space': `${height}px` } as CSSProperties} />
      </tr>
    </tbody>
  );
}

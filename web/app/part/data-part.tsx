import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { common } from '#domain/copy.ts';
import { partWords as copy } from '#domain/part-copy.ts';
import { formatTime } from '#domain/time.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './data-part.module.css';
import type { PartState } from './part-state.ts';

/** After so long the person reads that it is slow. Milliseconds. */
const SLOW_MS = 8_000;

interface PartProps {
  /** What it is, as people call it: „Prodaja kroz vreme“. */
  name: string;
  part: PartState;
  /** Lines of the placeholder. */
  lines?: number;
  /** The title of a page that is this part, heard until the data bring their own. */
  heading?: string;
  /** Drawn when the data is there, also when it is old. */
  children: () => ReactNode;
}

/** A part of a screen with its data: loading, failed with a retry, old with its time, or there. The rest of the screen works. */
export function DataPart({ name, part, lines, heading, children }: PartProps) {
  if (part.state === 'loading' || part.state === 'failed')
    return (
      <>
        {heading && <h1 className="vh">{heading}</h1>}
        {part.state === 'loading' ? <PartLoading lines={lines} /> : <PartFailed name={name} part={part} />}
      </>
    );
  return (
    <>
      {part.state === 'stale' && <PartStale part={part} />}
      {children()}
    </>
  );
}

/** Lines where the text will be, seen after a moment; later it says that it is slow. */
export function PartLoading({ lines = 4 }: { lines?: number | undefined }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} aria-busy="true">
      <Skeleton lines={lines} />
      {slow && (
        <p className="muted s" role="status">
          {copy.slow}
        </p>
      )}
    </div>
  );
}

type Again = Pick<PartState, 'retry' | 'busy'>;

/** Says what was not loaded, and tries again; after three tries in vain it can be reported. */
export function PartFailed({ name, part }: { name: string; part: Again }) {
  const [tries, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => (part.busy ? count : undefined), [part.busy]);
  const [Report, setReport] = useState<ComponentType<{ name: string }> | null>(null);
  // Code that does not arrive is asked for after the next try: until then there is no network for a report either.
  useEffect(() => {
    if (tries > 2) import('./report-part.tsx').then(({ default: Part }) => setReport(() => Part), console.warn);
  }, [tries]);
  return (
    <div className={styles.failed} role="alert">
      <p>
        <b>{copy.failed(name)}</b>
      </p>
      <p className="s">{navigator.onLine ? copy.restIsRight : copy.offline}</p>
      <Retry {...part} />
      {Report && <Report name={name} />}
    </div>
  );
}

/** Over what is shown: from when it is, because it could not be read again. */
export function PartStale({ part }: { part: Again & Pick<PartState, 'at'> }) {
  return (
    <p className={styles.stale} role="status">
      <span>{copy.stale(formatTime(new Date(part.at)))}</span>
      <Retry {...part} />
    </p>
  );
}

function Retry({ retry, busy }: Again) {
  return (
    <Button size="sm" variant="secondary" loading={busy} loadingLabel={common.loading} onClick={retry}>
      {common.retry}
    </Button>
  );
}

/** In place of one figure that is not there: never an empty place or a zero. */
export function NoFigure({ part }: { part: Pick<PartState, 'state'> }) {
  const failed = part.state === 'failed';
  return (
    <span className={styles.noFigure} data-state={part.state}>
      <span aria-hidden="true">–</span>
      <span>{failed ? copy.figureFailed : copy.figureLoading}</span>
    </span>
  );
}

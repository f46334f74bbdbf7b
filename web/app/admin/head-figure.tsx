import type { ReactNode } from 'react';
import { common } from '#domain/copy.ts';
import { NoFigure } from '../part/data-part.tsx';
import type { PartState } from '../part/part-state.ts';
import { Button } from '../ui/button.tsx';
import styles from './head-figure.module.css';

/** A sum beside the title of a list: never an empty place, and old only where the list says from when it is. */
export function HeadFigure({ part, children }: { part: PartState; children: () => ReactNode }) {
  if (part.state === 'ready') return <p className="muted">{children()}</p>;
  return (
    <p className={`muted ${styles.figure}`} role={part.state === 'failed' ? 'alert' : undefined}>
      {part.state === 'stale' ? children() : <NoFigure part={part} />}
      {part.state !== 'loading' && (
        <Button size="sm" variant="ghost" loading={part.busy} loadingLabel={common.loading} onClick={part.retry}>
          {common.refresh}
        </Button>
      )}
    </p>
  );
}

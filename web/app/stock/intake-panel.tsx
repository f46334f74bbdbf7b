import { Activity, type RefObject } from 'react';
import { stockCopy as copy } from '#domain/stock/copy.ts';
import { Segmented } from '../ui/form/segmented.tsx';
import { IntakeFile } from './intake-file.tsx';
import { IntakeScan } from './intake-scan.tsx';
import styles from './stock.module.css';

export type IntakeWay = 'file' | 'scan';

interface IntakePanelProps {
  panel: RefObject<HTMLElement | null>;
  way: IntakeWay;
  onWay: (way: IntakeWay) => void;
  onTaken: () => void;
}

/** Takes devices in, from a file or by reading their labels. */
export function IntakePanel({ panel, way, onWay, onTaken }: IntakePanelProps) {
  return (
    <section ref={panel} className={styles.panel} aria-label={copy.intake.title} tabIndex={-1}>
      <header className={styles.panelHead}>
        <h2>{copy.intake.title}</h2>
      </header>
      <div className={styles.panelBody}>
        <Segmented
          label={copy.intake.way}
          selected={way}
          onSelect={onWay}
          segments={[
            { key: 'file', label: copy.intake.file },
            { key: 'scan', label: copy.intake.scan },
          ]}
        />
        {/* What one of them has begun goes on, and is there again, while the other one is shown. */}
        <Activity mode={way === 'file' ? 'visible' : 'hidden'}>
          <IntakeFile onTaken={onTaken} />
        </Activity>
        <Activity mode={way === 'scan' ? 'visible' : 'hidden'}>
          <IntakeScan onTaken={onTaken} />
        </Activity>
      </div>
    </section>
  );
}

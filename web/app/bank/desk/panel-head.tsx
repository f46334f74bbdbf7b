import { statementCopy } from '#domain/bank/copy.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { Button } from '../../ui/button.tsx';
import type { Line } from '../line-columns.tsx';
import styles from './desk.module.css';
import { LineStateBadge } from './desk-columns.tsx';

interface PanelHeadProps {
  /** Of the heading, which names the panel. */
  id: string;
  line: Line;
  isGone: boolean;
  onNext: () => void;
}

/** Which row is chosen; and, when a colleague settled it meanwhile, that nothing is decided about it any more. */
export function PanelHead({ id, line, isGone, onNext }: PanelHeadProps) {
  return (
    <>
      <header>
        <h2 id={id}>
          {copy.row(line.position)} <span>{line.payer || statementCopy.nobody}</span>
        </h2>
        <LineStateBadge row={line} />
      </header>
      <div role="status">
        {isGone && (
          <div className={styles.gone}>
            <p>
              <b>{copy.gone}</b> {copy.goneText}
            </p>
            <Button size="sm" variant="secondary" onClick={onNext}>
              {copy.goneNext}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

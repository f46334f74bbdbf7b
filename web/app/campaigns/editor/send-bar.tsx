import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { countingPath } from '#domain/legal/articles.ts';
import { countingLink } from '#domain/legal/articles-copy.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import styles from '../campaign.module.css';
import type { Missing } from './missing.ts';

interface Props {
  missing: readonly Missing[];
  /** Films that are still being looked at. */
  waitingFilms: number;
  isCapWrong: boolean;
  /** Pictures and films that were refused: it would be sent without them. */
  without: number;
  problem: Problem | null;
  /** `undefined`: a draft that was sent before stays. */
  onRemove: (() => void) | undefined;
  onSave: () => void;
  onSend: () => void;
  sendLabel: string;
  busy: boolean;
}

/** The foot of the editor: what a draft lacks, and what can be done with it. */
export function SendBar(props: Props) {
  const { missing, waitingFilms, isCapWrong, without, problem, onRemove, onSave, onSend, sendLabel, busy } = props;
  return (
    <footer className={styles.foot}>
      <div className={styles.state}>
        {waitingFilms > 0 ? (
          <p>
            <b>{copy.waitFilm}</b> {copy.waitFilmHint}
          </p>
        ) : missing.length > 0 ? (
          <p>
            <b>{copy.missingTitle}</b> {missing.map((what) => copy.missing[what]).join(' · ')}
          </p>
        ) : isCapWrong ? (
          <p>
            <b>{copy.cap}:</b> {copy.capWrong}
          </p>
        ) : (
          <p>
            <b>{copy.complete}</b>
            {without > 0 && ` ${copy.without(without)}`}
          </p>
        )}
        <p className="muted s">
          <LinkedText text={countingLink} to={[countingPath]} />
        </p>
        <FormProblem problem={problem} />
      </div>
      {onRemove && (
        <Button variant="secondary" onClick={onRemove}>
          {copy.removeDraft}
        </Button>
      )}
      <Button variant="secondary" onClick={onSave}>
        {copy.save}
      </Button>
      <Button loading={busy} loadingLabel={copy.sending} onClick={onSend}>
        {sendLabel}
      </Button>
    </footer>
  );
}

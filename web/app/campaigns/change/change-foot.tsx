import { editorCopy } from '#domain/campaigns/own-copy.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import styles from '../campaign.module.css';
import type { wordsFor } from './change.ts';

interface Props {
  words: ReturnType<typeof wordsFor>;
  /** Nothing is different from what the campaign shows now. */
  isSame: boolean;
  missing: readonly ('url' | 'picture' | 'film')[];
  problem: Problem | null;
  onDrop: () => void;
  onSend: () => void;
  busy: boolean;
}

/** The foot of a change: what it lacks, and what can be done with it. */
export function ChangeFoot({ words, isSame, missing, problem, onDrop, onSend, busy }: Props) {
  return (
    <footer className={styles.foot}>
      <div className={styles.state}>
        {isSame ? (
          <p>{words.same}</p>
        ) : missing.length === 0 ? (
          <b>{editorCopy.complete}</b>
        ) : (
          <p>
            <b>{editorCopy.missingTitle}</b> {missing.map((what) => editorCopy.missing[what]).join(' · ')}
          </p>
        )}
        <FormProblem problem={problem} />
      </div>
      <Button variant="secondary" onClick={onDrop}>
        {words.drop}
      </Button>
      <Button loading={busy} loadingLabel={editorCopy.sending} disabled={isSame} onClick={onSend}>
        {editorCopy.send}
      </Button>
    </footer>
  );
}

import { useId, useState } from 'react';
import { merging as copy } from '#domain/merging-copy.ts';
import { formatTime } from '#domain/time.ts';
import { capitalized } from '#domain/wording.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './merge-dialog.module.css';
import { type Choice, defaultChoices, type MergeRow, type Side } from './merge-rows.ts';

/** Who wrote the other side and when, as far as the person may know it; `you`: the same person in another window. */
export interface OtherEdit {
  by: string | null;
  you: boolean;
  at: Date | string | null;
}
const UNKNOWN: OtherEdit = { by: null, you: false, at: null };

interface Props<Name extends string> {
  /** What was changed by two, and whose it is. */
  title: string;
  where: string;
  /** All fields of the form; what is the same on both sides is only counted, until somebody wants to see it. */
  rows: readonly MergeRow<Name>[];
  edit?: OtherEdit | undefined;
  onChoose: (chosen: Choice<Name>) => void;
  onBack: () => void;
}

/**
 * Two people have changed the same form. What only one of them changed is chosen already; the rest waits for a choice, so
 * that neither side is overwritten unseen. Changed once more while somebody chooses, the other side is shown anew.
 */
export function MergeDialog<Name extends string>({
  title,
  where,
  rows,
  edit = UNKNOWN,
  onChoose,
  onBack,
}: Props<Name>) {
  const [first] = useState(rows);
  const [picked, setPicked] = useState<Choice<Name>>({});
  const id = useId();
  const different = rows.filter(({ mine, theirs }) => mine !== theirs);
  const chosen = { ...defaultChoices(different), ...picked };
  const left = different.filter(({ name }) => chosen[name] === undefined);
  const isMoved = ({ name, theirs }: MergeRow<Name>) => first.find((row) => row.name === name)?.theirs !== theirs;
  const moved = rows.filter(isMoved).map(({ label }) => label);
  const time = edit.at && formatTime(edit.at);
  const them = edit.you ? copy.you : edit.by;
  const atHead = edit.you ? capitalized(copy.you) : edit.by;
  const whom = time ? copy.savedAt(atHead, time) : (atHead ?? copy.saved);
  const all = (side: Side) => setPicked(Object.fromEntries(different.map(({ name }) => [name, side])) as Choice<Name>);
  return (
    <Dialog
      open
      asks={false}
      size="lg"
      onOpenChange={onBack}
      title={title}
      description={where ? `${where}. ${copy.nothingLost}` : copy.nothingLost}
      footer={
        <>
          <Button variant="secondary" onClick={onBack}>
            {copy.back}
          </Button>
          <Button disabled={left.length > 0} onClick={() => onChoose(chosen)}>
            {copy.save}
          </Button>
        </>
      }
    >
      {moved.length > 0 && (
        <p className={styles.again} role="alert">
          {copy.again(where || title, [them, time].filter(Boolean).join(', '), moved)}
        </p>
      )}
      <div className={styles.all}>
        <Button size="sm" variant="secondary" onClick={() => all('mine')}>
          {copy.allMine}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => all('theirs')}>
          {edit.you ? copy.allOther : copy.allTheirs}
        </Button>
      </div>
      <div className={styles.rows}>
        <div className={styles.head} aria-hidden>
          <span>{copy.field}</span>
          <span>{copy.mine}</span>
          <span>{whom}</span>
        </div>
        {different.map((row) => (
          <fieldset key={row.name}>
            <legend className="vh">{row.label}</legend>
            <div className={styles.field}>
              <b aria-hidden>{row.label}</b>
              <small>{noteOf(row)}</small>
            </div>
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side}>
                <input
                  type="radio"
                  name={`${id}-${row.name}`}
                  checked={chosen[row.name] === side}
                  onChange={() => setPicked((now) => ({ ...now, [row.name]: side }))}
                />
                <span>
                  <span className={styles.whose}>{side === 'mine' ? copy.yours : whom}</span>
                  {row[side] === row.was ? (
                    <i className={styles.same}>{copy.unchanged(row[side] || copy.empty)}</i>
                  ) : (
                    row[side] || copy.empty
                  )}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <Same rows={rows.filter(({ mine, theirs }) => mine === theirs)} />
      </div>
      <p className={styles.left} role="status">
        {left.length > 0 && copy.left(left.map(({ label }) => label))}
      </p>
    </Dialog>
  );
}

/** Fields that hold the same on both sides. */
function Same({ rows }: { rows: readonly MergeRow<string>[] }) {
  const [isShown, setIsShown] = useState(false);
  if (rows.length === 0) return null;
  if (isShown)
    return rows.map(({ name, label, mine }) => (
      <p key={name} className={styles.rest}>
        <b>{label}</b>
        <span>{mine || copy.empty}</span>
      </p>
    ));
  return (
    <p className={styles.rest}>
      <span>{copy.same(rows.length)}</span>
      <Button size="sm" variant="ghost" onClick={() => setIsShown(true)}>
        {copy.showAll}
      </Button>
    </p>
  );
}

function noteOf({ was, mine, theirs }: MergeRow<string>): string {
  if (mine === was || theirs === was) return copy.oneSide;
  return copy.was(was || copy.empty);
}

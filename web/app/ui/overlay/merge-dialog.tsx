import { useId, useState } from 'react';
import { merging as copy } from '#domain/merging-copy.ts';
import { formatTime } from '#domain/time.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './merge-dialog.module.css';

/** One field that does not hold the same on both sides, as people read it. */
export interface MergeRow<Name extends string> {
  name: Name;
  label: string;
  /** What both saw before. */
  was: string;
  mine: string;
  theirs: string;
}

export type Side = 'mine' | 'theirs';

interface Props<Name extends string> {
  /** What was changed by two, and whose it is. */
  title: string;
  where: string;
  rows: readonly MergeRow<Name>[];
  /** Who wrote the other side: a name, the same person in another window, or nobody that may be named. */
  by: { name: string | null; you: boolean; at: Date | string | null };
  onChoose: (chosen: Record<Name, Side>) => void;
  onBack: () => void;
}

/**
 * Two people have changed the same form. What only one of them changed is chosen already; the rest waits for a choice, so
 * that neither side is overwritten unseen.
 */
export function MergeDialog<Name extends string>({ title, where, rows, by, onChoose, onBack }: Props<Name>) {
  const [chosen, setChosen] = useState(() => defaultChoices(rows));
  const id = useId();
  const left = rows.filter(({ name }) => chosen[name] === undefined);
  const them = by.you ? copy.you : (by.name ?? copy.staff);
  const whom = by.at ? copy.savedAt(them, formatTime(by.at)) : them;
  const all = (side: Side) => setChosen(Object.fromEntries(rows.map(({ name }) => [name, side])) as Choice<Name>);
  return (
    <Dialog
      open
      asks={false}
      size="lg"
      onOpenChange={onBack}
      title={title}
      description={`${where} ${copy.nothingLost}`.trim()}
      footer={
        <>
          <Button variant="secondary" onClick={onBack}>
            {copy.back}
          </Button>
          <Button disabled={left.length > 0} onClick={() => onChoose(chosen as Record<Name, Side>)}>
            {copy.save}
          </Button>
        </>
      }
    >
      <div className={styles.all}>
        <Button size="sm" variant="secondary" onClick={() => all('mine')}>
          {copy.allMine}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => all('theirs')}>
          {copy.allTheirs}
        </Button>
      </div>
      <div className={styles.rows}>
        <div className={styles.head} aria-hidden>
          <span>{copy.field}</span>
          <span>{copy.mine}</span>
          <span>{whom}</span>
        </div>
        {rows.map((row) => (
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
                  onChange={() => setChosen((now) => ({ ...now, [row.name]: side }))}
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
      </div>
      <p className={styles.left} role="status">
        {left.length > 0 && copy.left(left.map(({ label }) => label))}
      </p>
    </Dialog>
  );
}

type Choice<Name extends string> = Partial<Record<Name, Side>>;

/** What is chosen before anybody chooses: the side that changed, where only one did. */
export function defaultChoices<Name extends string>(rows: readonly MergeRow<Name>[]): Choice<Name> {
  const sides = rows.flatMap(({ name, was, mine, theirs }): [Name, Side][] => {
    if (mine === was) return [[name, 'theirs']];
    return theirs === was ? [[name, 'mine']] : [];
  });
  return Object.fromEntries(sides) as Choice<Name>;
}

function noteOf({ was, mine, theirs }: MergeRow<string>): string {
  if (mine === was || theirs === was) return copy.oneSide;
  return copy.was(was || copy.empty);
}

import { type Ref, useId } from 'react';
import { decisionCopy } from '#domain/bank/copy.ts';
import type { Decision } from '#domain/bank/decisions.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import styles from '../bank.module.css';
import { differenceOf, linkingConsequence } from '../comparison.tsx';
import { isRestAsked } from '../decision-target.ts';

/** What may be done with the chosen row, beside what the comparison allows. */
export type Choice = Decision | 'link' | 'compensation' | 'close';
type Shown = Parameters<typeof differenceOf>[0];

interface Props {
  field: Ref<HTMLFieldSetElement>;
  choices: readonly Choice[];
  choice: Choice;
  /** What the row was compared with. */
  shown: Shown;
  onChoose: (choice: Choice) => void;
}

/** What shall be done with the chosen row, each with what follows from it. */
export function DecisionField({ field, choices, choice, shown, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset ref={field}>
      <legend className={styles.what}>{copy.what}</legend>
      <div className={styles.options}>
        {choices.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === choice} onChange={() => onChoose(one)} />
            <span>
              <b>{wordsOf(one, shown).title}</b>
              {wordsOf(one, shown).text}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function wordsOf(choice: Choice, shown: Shown): { title: string; text: string } {
  if (choice === 'link' || choice === 'compensation' || choice === 'close') return copy[choice];
  const linkText = linkingConsequence(shown);
  if (choice === 'confirm' && linkText !== null) return { title: decisionCopy.link.confirm, text: linkText };
  if (choice === 'part' && !isRestAsked(shown))
    return { title: decisionCopy.partAlone.title, text: decisionCopy.partAlone.text() };
  const { title } = decisionCopy.options[choice];
  const difference = differenceOf(shown);
  const of = shown.order ? 'order' : 'reservation';
  if (choice === 'confirm') return { title, text: copy.options.confirm[of] };
  if (choice === 'accept') return { title, text: `${copy.options.accept} ${copy.limit}` };
  if (choice === 'return') return { title, text: copy.options.return };
  if (choice === 'keep') return { title, text: decisionCopy.options.keep.text(difference) };
  return { title, text: copy.options[choice][of](difference) };
}

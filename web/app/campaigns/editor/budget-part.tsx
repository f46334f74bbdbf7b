import type { ReactNode } from 'react';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { specialCopy } from '#domain/special/copy.ts';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';
import styles from './budget-part.module.css';
import type { Missing } from './missing.ts';
import type { OwnCampaignRow } from './own-campaign.ts';
import { Part } from './part.tsx';
import { parseCap, parseWholeNumber } from './typed-numbers.ts';
import type { CampaignForm } from './use-campaign-form.ts';

interface Props {
  campaign: OwnCampaignRow;
  form: CampaignForm;
  change: (fields: Partial<CampaignForm>) => void;
  /** What the form says under a field. */
  wrong: (what: Missing) => string | undefined;
  /** What follows in the same part. */
  children: ReactNode;
}

/** What a campaign may spend, how much of it in a day and how fast. A special package spends nothing. */
export function BudgetPart({ campaign: { kind, pictures, free, special }, form, change, wrong, children }: Props) {
  const isSpecial = special !== null;
  const budget = parseWholeNumber(form.budget);
  return (
    <Part
      n={5}
      title={isSpecial ? specialCopy.before : copy.parts[4]}
      side={isSpecial ? undefined : copy.free(free, kind)}
    >
      {isSpecial ? (
        <p>{specialCopy.noUnits}</p>
      ) : (
        <>
          <FieldGroup columns={2}>
            <TextField
              label={copy.budget}
              hint={budget === null ? undefined : hintOfBudget(kind, budget, pictures)}
              error={budget === null ? copy.budgetMissing : wrong('budget')}
              value={form.budget}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => change({ budget: target.value })}
            />
            <TextField
              label={copy.cap}
              hint={copy.capHint}
              error={parseCap(form.cap) === undefined ? copy.capWrong : undefined}
              value={form.cap}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => change({ cap: target.value })}
            />
          </FieldGroup>
          <fieldset className={styles.paces}>
            <legend>{copy.pace}</legend>
            {(['even', 'asap'] as const).map((pace) => (
              <label key={pace} className={styles.pace}>
                <input type="radio" name="pace" checked={form.pace === pace} onChange={() => change({ pace })} />
                <span>
                  <b>{copy[pace]}</b>
                  <small className={styles.paceHint}>{pace === 'even' ? copy.evenHint : copy.asapHint}</small>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      )}
      {children}
    </Part>
  );
}

/** How many plays a budget is: a banner is one unit, a spot its seconds, the shortest and the longest of several. */
function hintOfBudget(
  kind: OwnCampaignRow['kind'],
  budget: number,
  pictures: OwnCampaignRow['pictures'],
): string | undefined {
  if (kind === 'banner') return copy.budgetHint(budget);
  const lengths = [...new Set(pictures.map(({ seconds }) => seconds))].toSorted((a, b) => a - b);
  return copy.budgetSpots(lengths.map((seconds) => ({ seconds, plays: Math.floor(budget / seconds) })));
}

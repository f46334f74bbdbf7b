import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CATEGORIES } from '#domain/campaign-kinds.ts';
import { type CategoryRule, categoryProblems, PROOF_MOST, type Venue } from '#domain/campaigns/categories.ts';
import { categoryCopy as copy } from '#domain/campaigns/category-copy.ts';
import { categoryNames, editorCopy } from '#domain/campaigns/own-copy.ts';
import type { Schedule } from '#domain/playout/schedule.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/form/field.tsx';
import styles from './categories.module.css';

type Category = (typeof CATEGORIES)[number];

interface Declared {
  before: { category: Category | null; proof: string };
  /** What the rule of a category is held against. */
  plan: { schedule: Schedule; venues: readonly Venue[] };
  /** Makes the plan fit the rule; a plan that is not changed here says why instead. */
  beyond: { fit: (rule: CategoryRule) => void } | { words: string };
}

/** What a company declares when it sends an advert: what it speaks of, what that category asks for, and that it has the rights. */
export function useDeclaration({ before, plan, beyond }: Declared) {
  const [category, setCategory] = useState<Category | ''>(before.category ?? '');
  const [proof, setProof] = useState(before.proof);
  const [hasRights, setRights] = useState(false);
  const rules = useQuery(api.campaigns.categories.queryOptions());
  const rule = rules.data?.find((one) => one.category === category);
  const problems = rule ? categoryProblems(rule, { ...plan, proof }) : [];
  const isBeyond = problems.includes('hours') || problems.includes('venues');
  return {
    /** What `send` takes; `null`: something is not declared yet. The server holds it against the rule again. */
    declared: category !== '' && hasRights && problems.length === 0 ? { category, proof, hasRights } : null,
    fields: (tried: boolean) => (
      <>
        <SelectField
          label={editorCopy.category}
          error={tried && category === '' ? editorCopy.category : undefined}
          placeholder=""
          options={CATEGORIES.toReversed().map((value) => ({ value, label: categoryNames[value] }))}
          value={category}
          onChange={({ target }) => setCategory(target.value as typeof category)}
        />
        {rule && (
          <div className={styles.rule} data-beyond={problems.includes('taken') || isBeyond || undefined} role="status">
            <p>{copy.rule(rule)}</p>
            {rule.isTaken && isBeyond && (
              <>
                <p>{'words' in beyond ? beyond.words : copy.beyond}</p>
                {'fit' in beyond && (
                  <Button size="sm" variant="secondary" onClick={() => beyond.fit(rule)}>
                    {copy.fit}
                  </Button>
                )}
              </>
            )}
          </div>
        )}
        {rule?.isTaken && rule.needsProof && (
          <TextField
            label={copy.proof[rule.category]}
            hint={copy.proofHint}
            error={tried && problems.includes('proof') ? copy.proofMissing : undefined}
            value={proof}
            maxLength={PROOF_MOST}
            autoComplete="off"
            onChange={({ target }) => setProof(target.value)}
          />
        )}
        <Checkbox
          label={editorCopy.rights}
          error={tried && !hasRights ? editorCopy.rightsMissing : undefined}
          checked={hasRights}
          onChange={({ target }) => setRights(target.checked)}
        />
      </>
    ),
  };
}

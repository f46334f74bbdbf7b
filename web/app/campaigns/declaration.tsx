import { useState } from 'react';
import { categoryNames, editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { CATEGORIES } from '#domain/campaigns/rules.ts';
import { Checkbox, SelectField } from '../ui/form/field.tsx';

type Category = (typeof CATEGORIES)[number];

/** What a company declares when it sends an advert: what it speaks of, and that it has the rights. */
export function useDeclaration(before: Category | null) {
  const [category, setCategory] = useState<Category | ''>(before ?? '');
  const [hasRights, setRights] = useState(false);
  return {
    /** What `send` takes; `null`: something is not declared yet. */
    declared: category !== '' && hasRights ? { category, hasRights } : null,
    fields: (tried: boolean) => (
      <>
        <SelectField
          label={copy.category}
          error={tried && category === '' ? copy.category : undefined}
          placeholder=""
          options={CATEGORIES.toReversed().map((value) => ({ value, label: categoryNames[value] }))}
          value={category}
          onChange={({ target }) => setCategory(target.value as typeof category)}
        />
        <Checkbox
          label={copy.rights}
          error={tried && !hasRights ? copy.rightsMissing : undefined}
          checked={hasRights}
          onChange={({ target }) => setRights(target.checked)}
        />
      </>
    ),
  };
}

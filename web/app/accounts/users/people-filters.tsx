import { people as copy } from '#domain/accounts/people-copy.ts';
import { PEOPLE_GROUPS, type PeopleGroup } from '#domain/accounts/person-fields.ts';
import { admin } from '#domain/admin/copy.ts';
import { type Count, formatCount } from '#domain/count.ts';
import { Segmented } from '../../ui/form/segmented.tsx';
import styles from '../people.module.css';

const EVERY = 'every';
const COLOURS: Partial<Record<PeopleGroup, string>> = {
  company: 'var(--row-company-bar)',
  installer: 'var(--row-monter-bar)',
  others: 'var(--row-other-bar)',
};
const QUICK = ['company', 'installer', 'others'] as const;
const MORE = PEOPLE_GROUPS.filter((group) => !(QUICK as readonly string[]).includes(group));

interface Props {
  shown: PeopleGroup | undefined;
  /** How many are in each, once that is known. */
  counts: Record<PeopleGroup, Count> | undefined;
  onChoose: (group: string) => void;
}

/** Groups of people: the usual ones as buttons, the rest in a select. */
export function PeopleFilters({ shown, counts, onChoose }: Props) {
  const named = (group: PeopleGroup) =>
    counts ? copy.withCount(copy.groups[group], formatCount(counts[group])) : copy.groups[group];
  return (
    <>
      <div className={styles.groups}>
        <Segmented
          label={copy.group}
          selected={QUICK.find((one) => one === shown) ?? EVERY}
          onSelect={(key) => onChoose(key === EVERY ? '' : key)}
          segments={[
            { key: EVERY, label: admin.all },
            ...QUICK.map((key) => ({ key, label: named(key), colour: COLOURS[key]! })),
          ]}
        />
      </div>
      <select
        className={styles.select}
        aria-label={copy.group}
        value={MORE.find((one) => one === shown) ?? ''}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">{copy.moreGroups}</option>
        {MORE.map((group) => (
          <option key={group} value={group}>
            {named(group)}
          </option>
        ))}
      </select>
    </>
  );
}

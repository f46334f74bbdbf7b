import { requests } from '#domain/accounts/copy.ts';
import type { Day } from '#domain/day.ts';
import { Segmented } from '../../ui/form/segmented.tsx';
import { isOfKind, KINDS, type Kind } from './request-filter.ts';
import type { Request } from './request-name.ts';

const COLOURS: Record<Kind, string | undefined> = {
  all: undefined,
  companies: 'var(--bar-yellow)',
  old: 'var(--bar-red)',
};

interface Props {
  selected: Kind;
  onSelect: (kind: Kind) => void;
  waiting: readonly Request[] | undefined;
  today: Day;
}

/** Which requests are shown, with how many there are of each kind. */
export function RequestKinds({ selected, onSelect, waiting, today }: Props) {
  return (
    <Segmented
      label={requests.filter}
      selected={selected}
      onSelect={onSelect}
      segments={KINDS.map((key) => ({
        key,
        label: requests.kinds[key](waiting ? waiting.filter((row) => isOfKind(row, key, today)).length : null),
        ...(COLOURS[key] ? { colour: COLOURS[key] } : {}),
      }))}
    />
  );
}

import { requests } from '#domain/accounts/copy.ts';
import { SelectionBar } from '../../admin/selection-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { nameOf, type Request } from './request-name.ts';
import type { useRequestChoice } from './use-request-choice.ts';

/** More are approved only after a question. */
const UNASKED = 20;

interface Props {
  choice: ReturnType<typeof useRequestChoice>;
  /** Those that wait, by their id. */
  waiting: ReadonlyMap<string, Request>;
  /** Those that search and filter show. */
  rows: readonly Request[] | undefined;
  isFiltered: boolean;
}

/** How many requests are chosen, which, and what can be done with all of them; nothing while none is. */
export function RequestSelection({ choice, waiting, rows, isFiltered }: Props) {
  const { chosen, setChosen, settling, approveNow, setApproving, setRejecting } = choice;
  const picked = [...chosen].flatMap((id) => waiting.get(id) ?? []);
  /** Of the chosen ones those that colleagues have settled. */
  const settled = [...chosen].filter((id) => !waiting.has(id) && !settling.has(id)).length;
  if (picked.length === 0 && settled === 0) return null;
  const visible = new Set(rows?.map(({ id }) => id));
  const hasOthers = picked.length > 0 && rows?.some(({ id }) => !chosen.has(id));
  return (
    <SelectionBar
      count={requests.selected(picked.length)}
      note={noteOn(
        picked.filter(({ id }) => visible.has(id)),
        picked.length,
        settled,
      )}
    >
      {rows && hasOthers && (
        <Button size="sm" variant="ghost" onClick={() => setChosen(new Set([...chosen, ...rows.map(({ id }) => id)]))}>
          {requests.selectAll(rows.length, isFiltered)}
        </Button>
      )}
      <Button
        size="sm"
        disabled={picked.length === 0}
        onClick={() => (picked.length > UNASKED ? setApproving(picked) : approveNow(picked))}
      >
        {requests.approve}
      </Button>
      <Button size="sm" variant="danger" disabled={picked.length === 0} onClick={() => setRejecting(picked)}>
        {requests.deleteMany}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setChosen(new Set())}>
        {requests.clear}
      </Button>
    </SelectionBar>
  );
}

/** From whom to whom, as the list shows them, and what of the choice cannot be seen there. */
function noteOn(visible: readonly Request[], selected: number, settled: number): string {
  const [first, last] = [visible[0], visible.at(-1)];
  return [
    first && last && first !== last && requests.range(nameOf(first), nameOf(last)),
    selected > visible.length && requests.hidden(selected - visible.length),
    settled > 0 && requests.settledMeanwhile(settled),
  ]
    .filter(Boolean)
    .join(' · ');
}

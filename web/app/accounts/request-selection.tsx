import { requests } from '#domain/accounts/copy.ts';
import { SelectionBar } from '../admin/selection-bar.tsx';
import { Button } from '../ui/button.tsx';
import { nameOf, type Request } from './request-name.ts';

interface Props {
  chosen: readonly Request[];
  /** Whether search and filter show it. */
  isVisible: (row: Request) => boolean;
  /** How many of the chosen ones colleagues have settled. */
  settled: number;
  /** How many the list shows, where some of them are not chosen. */
  others: number | null;
  isFiltered: boolean;
  onAll: () => void;
  onApprove: () => void;
  onReject: () => void;
  onClear: () => void;
}

/** How many requests are chosen, which, and what can be done with all of them. */
export function RequestSelection(props: Props) {
  const { chosen, isVisible, settled, others, isFiltered, onAll, onApprove, onReject, onClear } = props;
  return (
    <SelectionBar
      count={requests.selected(chosen.length)}
      note={noteOn(chosen.filter(isVisible), chosen.length, settled)}
    >
      {others !== null && (
        <Button size="sm" variant="ghost" onClick={onAll}>
          {requests.selectAll(others, isFiltered)}
        </Button>
      )}
      <Button size="sm" disabled={chosen.length === 0} onClick={onApprove}>
        {requests.approve}
      </Button>
      <Button size="sm" variant="danger" disabled={chosen.length === 0} onClick={onReject}>
        {requests.deleteMany}
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
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

import { useNavigate } from 'react-router';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { MAX_LABELS, MAX_LISTED } from '#domain/fulfilment/rules.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { sales } from '#domain/orders/copy.ts';
import { CHOSEN } from '#domain/orders/views.ts';
import { backToListState } from '../../admin/list-place.ts';
import { SelectionBar } from '../../admin/selection-bar.tsx';
import { client } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { downloadList, printLabelsOf } from '../packing/print.ts';
import type { SaleRow } from './sale-row.ts';

/** Of the orders without a label. */
const MOST_NAMED = 12;

/** What can be done with the chosen orders: what is to be packed is packed one after another or listed, what is packed gets labels. */
export function SaleSelection({
  rows,
  onDownload,
  onClear,
}: {
  rows: readonly SaleRow[];
  onDownload: () => void;
  onClear: () => void;
}) {
  const navigate = useNavigate();
  const mayPack = usePermissions().has('pack orders');
  const sum = rows.reduce((all, { amount }) => all + amount, 0);
  const waiting = rows.filter(({ isToPack }) => isToPack);
  const toPack = waiting.slice(0, MAX_LISTED);
  const packed = rows.filter(({ fulfilmentState }) => fulfilmentState === 'packed').slice(0, MAX_LABELS);
  // One of them is the next thing to do.
  const first = mayPack && toPack.length > 0 ? 'pack' : packed.length > 0 ? 'labels' : 'csv';
  const numbers = toPack.map(({ number }) => number);

  const print = useSingleFlight(async () => {
    const wanted = packed.map(({ number }) => number);
    const printed = await printLabelsOf(wanted);
    if (!printed) return;
    const left = new Set([
      ...printed.skipped,
      ...rows.map(({ number }) => number).filter((one) => !wanted.includes(one)),
    ]);
    if (left.size > 0) toast.info(sales.labelsSkipped([...left], MOST_NAMED));
  });
  const list = useSingleFlight(async () => {
    const came = await downloadList(() => client.fulfilment.admin.packingList({ orders: numbers }));
    if (came && waiting.length > numbers.length) toast.info(sales.listCut(numbers.length, waiting.length));
  });

  return (
    <SelectionBar count={sales.selected(rows.length, formatMoneyExact({ amount: sum, currency: 'EUR' }))}>
      {first === 'pack' && (
        <Button
          size="sm"
          onClick={() =>
            navigate(placeOfOrder(numbers[0]!, `${CHOSEN}=${numbers.join(',')}`).path, { state: backToListState() })
          }
        >
          {sales.packInTurn}
        </Button>
      )}
      {packed.length > 0 && (
        <Button size="sm" variant={first === 'labels' ? 'primary' : 'secondary'} onClick={() => void print()}>
          {sales.labels}
        </Button>
      )}
      {numbers.length > 0 && (
        <Button size="sm" variant="secondary" onClick={() => void list()}>
          {sales.packingList}
        </Button>
      )}
      <Button size="sm" variant={first === 'csv' ? 'primary' : 'secondary'} onClick={onDownload}>
        {sales.csv}
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        {sales.unselect}
      </Button>
    </SelectionBar>
  );
}

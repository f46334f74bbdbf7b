import { useRef, useState } from 'react';
import { orderStatus, sales } from '#domain/orders/copy.ts';
import { withdrawals } from '#domain/orders/own/withdrawal-copy.ts';
import { fulfilmentWords } from '#domain/orders/states-copy.ts';
import type { SaleAsked } from '#domain/orders/views.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { formatDate } from '#domain/time.ts';
import { DayFilter, FilterSelect, withQuery } from '../../admin/list-tools.tsx';
import { Button } from '../../ui/button.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import styles from './sales.module.css';

const FILTERS = ['from', 'to', 'status', 'kind', 'way', 'fulfilment', 'withdrawn', 'withdrawalOpen'] as const;
type Filter = (typeof FILTERS)[number];

/** The filters that are set, each with a cross, and behind a button all that there are. */
export function SaleFilters({ asked }: { asked: SaleAsked }) {
  const [, setSearch] = useAddressParams();
  const [isOpen, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const set = (name: string, value: string) =>
    setSearch((current) => withQuery(current, name, value), { replace: true, preventScrollReset: true });
  /** The view, the search, the order and the columns stay. What was pressed goes, and the focus stays among the filters. */
  const clear = (names: readonly Filter[]) => {
    more.current?.focus();
    setSearch((current) => names.reduce<URLSearchParams>((next, name) => withQuery(next, name, ''), current), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const words: Record<Filter, { label: string; value: string | undefined }> = {
    from: { label: sales.from, value: asked.from && formatDate(asked.from) },
    to: { label: sales.to, value: asked.to && formatDate(asked.to) },
    status: { label: sales.status, value: asked.status && orderStatus[asked.status] },
    kind: { label: sales.kind, value: asked.kind && sales.kinds[asked.kind] },
    way: { label: sales.way, value: asked.way && wayWords.lists[asked.way] },
    fulfilment: { label: sales.fulfilment, value: asked.fulfilment && fulfilmentWords[asked.fulfilment] },
    withdrawn: { label: sales.withdrawn, value: asked.withdrawn ? withdrawals.filter : undefined },
    withdrawalOpen: { label: sales.withdrawn, value: asked.withdrawalOpen ? withdrawals.openFilter : undefined },
  };
  return (
    <>
      {FILTERS.filter((name) => words[name].value).map((name) => (
        <span key={name} className={styles.chip}>
          <span>
            {words[name].label}: <b>{words[name].value}</b>
          </span>
          <button type="button" aria-label={sales.drop(words[name].label)} onClick={() => clear([name])}>
            ×
          </button>
        </span>
      ))}
      {FILTERS.some((name) => words[name].value) && (
        <Button size="sm" variant="ghost" onClick={() => clear(FILTERS)}>
          {sales.clear}
        </Button>
      )}
      <Button ref={more} size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? sales.fewerFilters : sales.addFilter}
      </Button>
      {isOpen && (
        <fieldset className={styles.filters} aria-label={sales.filters}>
          <DayFilter
            className={styles.day}
            label={sales.from}
            value={asked.from}
            max={asked.to}
            onSet={(day) => set('from', day)}
          />
          <DayFilter
            className={styles.day}
            label={sales.to}
            value={asked.to}
            min={asked.from}
            onSet={(day) => set('to', day)}
          />
          <Choice
            label={sales.status}
            every={sales.everyStatus}
            words={orderStatus}
            name="status"
            asked={asked}
            set={set}
          />
          <Choice label={sales.kind} every={sales.everyKind} words={sales.kinds} name="kind" asked={asked} set={set} />
          <Choice label={sales.way} every={sales.everyWay} words={wayWords.lists} name="way" asked={asked} set={set} />
          <Choice
            label={sales.fulfilment}
            every={sales.everyFulfilment}
            words={fulfilmentWords}
            name="fulfilment"
            asked={asked}
            set={set}
          />
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={asked.withdrawn === true}
              onChange={(event) => set('withdrawn', event.target.checked ? '1' : '')}
            />
            {withdrawals.filter}
          </label>
        </fieldset>
      )}
    </>
  );
}

function Choice({
  label,
  every,
  words,
  name,
  asked,
  set,
}: {
  label: string;
  every: string;
  words: Record<string, string>;
  name: 'status' | 'kind' | 'way' | 'fulfilment';
  asked: SaleAsked;
  set: (name: string, value: string) => void;
}) {
  return (
    <FilterSelect
      label={label}
      every={every}
      options={Object.entries(words).map(([key, text]) => ({ key, label: text }))}
      selected={asked[name]}
      onSelect={(key) => set(name, key)}
    />
  );
}

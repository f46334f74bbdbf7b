import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#domain/money.ts';
import { stockCopy } from '#domain/stock/copy.ts';
import { formatDate } from '#domain/time.ts';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import styles from './past-intakes.module.css';
import shared from './stock.module.css';

const { history: copy } = stockCopy;
const SHOWN_AT_FIRST = 3;

/** What came in when; a number filters the list by its intake. */
export function PastIntakes({
  all,
  onAll,
  onChoose,
}: {
  all: boolean;
  onAll: () => void;
  onChoose: (number: number) => void;
}) {
  const intakes = useQuery(api.stock.admin.intakes.queryOptions({ input: { all } }));
  useLiveList('stock', () => intakes.refetch({ throwOnError: true }));
  const rows = intakes.data?.rows ?? [];
  const count = intakes.data?.count ?? 0;
  return (
    <section className={shared.panel} aria-label={copy.title}>
      <header className={shared.panelHead}>
        <h2>{copy.title}</h2>
        {!all && count > SHOWN_AT_FIRST && (
          <button type="button" className={shared.link} onClick={onAll}>
            {copy.all(count)}
          </button>
        )}
      </header>
      <DataPart name={copy.title} part={partStateOf(intakes)} lines={3}>
        {() =>
          rows.length === 0 ? (
            <p className={shared.panelBody}>{copy.none}</p>
          ) : (
            <table className={styles.plain} aria-label={copy.title}>
              <thead>
                <tr>
                  {Object.entries(copy.columns).map(([key, name]) => (
                    <th key={key}>{name}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ number, at, first, last, document, count: devices, by }) => (
                  <tr key={number}>
                    <td>
                      <button
                        type="button"
                        className={shared.link}
                        aria-label={stockCopy.intakeFilter(number)}
                        onClick={() => onChoose(number)}
                      >
                        {number}
                      </button>
                    </td>
                    <td data-label={copy.columns.at}>{formatDate(at)}</td>
                    <td data-label={copy.columns.serials}>{rangeOf(first, last)}</td>
                    <td data-label={copy.columns.document}>{document}</td>
                    <td data-label={copy.columns.count}>{formatNumber(devices)}</td>
                    <td data-label={copy.columns.by}>{by}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </DataPart>
    </section>
  );
}

const DIGITS = 6;
/** `004541–004660`; without devices, after all of them were taken back, nothing. */
const rangeOf = (first: string | null, last: string | null): string =>
  first && last ? [...new Set([first.slice(-DIGITS), last.slice(-DIGITS)])].join('–') : '';

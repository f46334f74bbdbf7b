import type { CSSProperties } from 'react';
import { statementCopy as copy } from '#domain/bank/copy.ts';
import { VERDICTS, type Verdict } from '#domain/bank/statement.ts';
import { formatMoneyExact, formatNumber, type Money } from '#domain/money.ts';
import type { client } from '../api.ts';
import styles from './bank.module.css';
import { VERDICT_TONE } from './line-columns.tsx';

type Sums = Awaited<ReturnType<typeof client.bank.statements.sums>>;

const KEY = { ok: 'var(--bar-green)', warn: 'var(--bar-yellow)', err: 'var(--bar-red)', info: 'var(--bar-blue)' };
export const formatSums = (sums: Money[]) => sums.map(formatMoneyExact).join(', ') || copy.sums.nothing;

/** What waits for a decision, by what it means; pressed, only those are shown. */
export function VerdictFilter({
  sums,
  selected,
  onSelect,
}: {
  sums: Sums;
  selected: Verdict | null;
  onSelect: (verdict: Verdict) => void;
}) {
  const found = VERDICTS.filter((one) => (sums.verdicts[one]?.lines ?? 0) > 0);
  if (found.length === 0) return null;
  return (
    <fieldset className={styles.findings} aria-label={copy.columns.verdict}>
      {found.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === selected}
          style={{ '--key': KEY[VERDICT_TONE[one]] } as CSSProperties}
          onClick={() => onSelect(one)}
        >
          <b>{formatNumber(sums.verdicts[one]!.lines)}</b>
          <span>{copy.verdicts[one]}</span>
          <small>{formatSums(sums.verdicts[one]!.sums)}</small>
        </button>
      ))}
    </fieldset>
  );
}

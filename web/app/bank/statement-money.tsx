import { statementCopy as copy } from '#domain/bank/copy.ts';
import type { client } from '../api.ts';
import styles from './bank.module.css';
import { formatSums } from './verdict-filter.tsx';

type Sums = Awaited<ReturnType<typeof client.bank.statements.sums>>;

const MONEY = ['arrived', 'went', 'held', 'confirmed', 'waiting', 'owed', 'dismissed', 'closed', 'open'] as const;

/** What became of the money of a statement. */
export function StatementMoney({ sums }: { sums: Sums }) {
  return (
    <dl className={styles.money} aria-label={copy.sums.title}>
      {MONEY.map((name) => (
        <div key={name}>
          <dt>{copy.sums[name]}</dt>
          <dd>{formatSums(sums[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

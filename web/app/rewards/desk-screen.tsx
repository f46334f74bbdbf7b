import { useQuery } from '@tanstack/react-query';
import { rewardsDeskCopy as copy } from '#domain/rewards/desk-copy.ts';
import { api, queryClient } from '../api.ts';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { AdminHead } from '../ui/page-head.tsx';
import styles from './admin-rewards.module.css';
import { ClosingPart } from './closing.tsx';
import type { Desk } from './desk.ts';
import { DeskRules } from './desk-rules.tsx';
import { Objections } from './objections.tsx';
import { Statements } from './statements.tsx';
import { TaxRates } from './tax-rates.tsx';

const { read, statement } = api.rewards.admin;
/** Without the list of statements, which reads its own first page. */
const readAgain = () =>
  Promise.all([read.key(), statement.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Closing of a month, statements, objections and the rules by which viewers are rewarded. */
export default function DeskScreen() {
  const desk = useQuery(api.rewards.admin.read.queryOptions());
  const connection = useLiveList('rewards', readAgain);
  return (
    <div className={styles.page}>
      <AdminHead title={copy.title}>
        {connection === 'lost' && <span className={`s ${styles.lost}`}>{copy.lost}</span>}
        {desk.data && <Proof proof={desk.data.proof} />}
      </AdminHead>
      <DataPart name={copy.title} part={partStateOf(desk)} lines={12}>
        {() => (
          <>
            <ClosingPart closing={desk.data!.closing} hasRules={desk.data!.rules.length > 0} />
            <Statements months={desk.data!.months} hasTaxRate={desk.data!.taxRates.some(({ isValid }) => isValid)} />
            <Objections objections={desk.data!.objections} />
            <DeskRules rules={desk.data!.rules} earliest={desk.data!.earliest} />
            <TaxRates rates={desk.data!.taxRates} />
          </>
        )}
      </DataPart>
    </div>
  );
}

function Proof({ proof }: Pick<Desk, 'proof'>) {
  if (!proof) return <span className="s muted">{copy.nightlyNone}</span>;
  const { provenAt, differences } = proof;
  if (differences.length === 0) return <span className="s muted">{copy.nightlyOk(provenAt)}</span>;
  return (
    <details className={`s ${styles.lost}`}>
      <summary>{copy.nightlyDiff(provenAt, differences.length)}</summary>
      <ul className={styles.differences}>
        {differences.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same difference may be said twice
          <li key={at}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

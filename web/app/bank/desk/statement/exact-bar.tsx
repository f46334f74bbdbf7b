import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import type { client } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import bank from '../../bank.module.css';
import { formatSums } from '../../verdict-filter.tsx';
import styles from '../desk.module.css';

type Exact = NonNullable<Awaited<ReturnType<typeof client.bank.statements.sums>>['verdicts']['exact']>;

interface Props {
  exact: Exact;
  busy: boolean;
  onConfirm: () => void;
}

/** Under the list: all lines that agree to the para, and the button that confirms them together. */
export function ExactBar({ exact, busy, onConfirm }: Props) {
  return (
    <section className={`${bank.bulk} ${styles.bulk}`} aria-label={copy.confirmBtn(exact.lines)}>
      <p>
        <b>{copy.confirm(exact.lines, formatSums(exact.sums))}</b>
        <br />
        <span className="s">{copy.confirmHint}</span>
      </p>
      <Button size="sm" loading={busy} onClick={onConfirm}>
        {copy.confirmBtn(exact.lines)}
      </Button>
    </section>
  );
}

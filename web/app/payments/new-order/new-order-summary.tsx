import { lineName } from '#domain/payments/copy.ts';
import { newOrder as copy } from '#domain/payments/new-order-copy.ts';
import type { StaffWay } from '#domain/payments/ways.ts';
import { waysCopy } from '#domain/payments/ways-copy.ts';
import { formatDateInSentence } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { InDinars } from '../in-dinars.tsx';
import styles from './new-order.module.css';
import type { OrderFor, Product } from './order-for.ts';

interface Props {
  /** The id of the form that the button sends. */
  form: string;
  asked: OrderFor;
  product: Product;
  way: StaffWay;
  /** Whether it can be paid in this way. */
  isPossible: boolean;
  problem: Problem | null;
}

/** What it comes to, and the button below it. */
export function NewOrderSummary({ form, asked, product, way, isPossible, problem }: Props) {
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.summary}</h2>
      </header>
      <div className={styles.sum}>
        <b>{lineName({ kind: 'device', name: product.name })}</b>
        {asked.wait && product.deviceCount >= asked.wait.devices && (
          <p role="status">{waysCopy.wait(asked.wait.from && formatDateInSentence(asked.wait.from))}</p>
        )}
        <InDinars price={product.price} rate={asked.rate} way={way} label={copy.sum[way]} />
        <FormProblem problem={problem} />
        <Button type="submit" form={form} disabled={!isPossible}>
          {copy.go}
        </Button>
      </div>
    </section>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import type { Order } from '#domain/orders/shapes.ts';
import { lineName } from '#domain/payments/copy.ts';
import { ComplaintForm } from '#domain/tasks/complaint-form.ts';
import { complaint as copy } from '#domain/tasks/copy.ts';
import { api, client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { TextArea } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { useWriteKeys } from '../write-keys.ts';
import styles from './orders.module.css';

type Ordered = Pick<Order, 'id' | 'number' | 'productName'>;

/** A complaint about a paid order. */
export function ComplainDialog({ order, close }: { order: Ordered; close: () => void }) {
  const keys = useWriteKeys();
  const [problem, setProblem] = useState<Problem | null>(null);
  const queries = useQueryClient();
  const { register, handleSubmit, formState } = useForm<ComplaintForm>({
    resolver: zodResolver(ComplaintForm),
    defaultValues: { text: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ text }) => {
      setProblem(null);
      const key = keys.of(text);
      const outcome = await write(() => client.tasks.complain({ key, orderId: order.id, text }));
      if (outcome.outcome !== 'done') return setProblem(outcome);
      toast.success(copy.sent);
      close();
      await queries.invalidateQueries({ queryKey: api.tasks.mine.key() });
    }),
  );
  const product = productNamed(order.productName);
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.title}
      text={copy.text(product ? lineName(product) : order.productName, order.number)}
      yes={copy.send}
      busy={formState.isSubmitting}
      problem={problem}
      onConfirm={() => void submit()}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextArea
          label={copy.what}
          hint={copy.hint}
          rows={5}
          error={formState.errors.text?.message}
          {...register('text')}
        />
        <p className="muted s">{copy.next}</p>
      </form>
    </ConfirmDialog>
  );
}

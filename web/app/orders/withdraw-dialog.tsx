import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { formatMoney } from '#domain/money.ts';
import { withdrawal as copy } from '#domain/orders/own/withdrawal-copy.ts';
import { WithdrawalForm } from '#domain/orders/own/withdrawal-form.ts';
import { refundBy } from '#domain/orders/rules.ts';
import { lineName } from '#domain/payments/copy.ts';
import { dayOf, formatDateInSentence } from '#domain/time.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { TextArea, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './orders.module.css';

export type Order = Awaited<ReturnType<typeof client.orders.mine>>[number];

const ARRIVALS = ['arrived', 'notArrived'] as const;

/**
 * The prescribed withdrawal form, without the fields that the order already answers. Of what came in part it is about the rest: what came
 * is chosen by serial number on a page of its own.
 */
export function WithdrawDialog({ order, close, sent }: { order: Order; close: () => void; sent: () => unknown }) {
  const isOfRest = order.isReturnable;
  const { register, control, handleSubmit, setError, formState } = useForm<WithdrawalForm>({
    resolver: zodResolver(WithdrawalForm),
    defaultValues: { arrival: isOfRest ? 'notArrived' : 'arrived', receivedOn: '', reason: '' },
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const { errors, isSubmitting } = formState;
  const arrived = useWatch({ control, name: 'arrival' }) === 'arrived';
  const product = productNamed(order.productName);
  const today = dayOf(new Date());
  const by = formatDateInSentence(refundBy(new Date()));

  const submit = useSingleFlight(
    handleSubmit(async ({ arrival, receivedOn, reason }) => {
      setProblem(null);
      const day = arrival === 'arrived' ? receivedOn : null;
      // Stated twice it is one withdrawal, and the server answers with it.
      const outcome = await write(() => client.orders.withdraw({ id: order.id, receivedOn: day, reason }));
      if (outcome.outcome !== 'done') {
        const { code, text } = outcome;
        if (code === 'RECEIVED_ON_WRONG' || code === 'WITHDRAWAL_LATE')
          return setError('receivedOn', { message: text }, { shouldFocus: true });
        return setProblem(outcome);
      }
      toast.success(copy.sent);
      close();
      await sent();
    }),
  );

  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.title}
      text={copy[isOfRest ? 'textOfRest' : 'text'](product ? lineName(product) : order.productName, order.number)}
      yes={copy.send}
      busy={isSubmitting}
      problem={problem}
      onConfirm={() => void submit()}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {!isOfRest && (
          <fieldset className={styles.choice}>
            <legend>{copy.arrival}</legend>
            {ARRIVALS.map((arrival) => (
              <label key={arrival}>
                <input type="radio" value={arrival} {...register('arrival')} />
                {copy[arrival]}
              </label>
            ))}
          </fieldset>
        )}
        {arrived && (
          <TextField
            label={copy.receivedOn}
            hint={copy.receivedHint}
            type="date"
            min={dayOf(new Date(order.createdAt))}
            max={today}
            error={errors.receivedOn?.message}
            {...register('receivedOn')}
          />
        )}
        <TextArea
          label={copy.reason}
          hint={copy.reasonHint}
          optional
          rows={2}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <div className={styles.next}>
          <h3 className="d h4">{copy.next}</h3>
          <ul>
            <li>{copy.confirmed}</li>
            <li>{arrived ? copy.sendBack(by) : copy.refuse}</li>
            <li>
              {isOfRest
                ? copy.refundOfRest(by)
                : (arrived ? copy.refund : copy.refundOfUnsent)(
                    formatMoney({ ...order, amount: order.amount - order.refunded }),
                    by,
                  )}
            </li>
          </ul>
          <p className="s muted">{copy.business}</p>
        </div>
      </form>
    </ConfirmDialog>
  );
}

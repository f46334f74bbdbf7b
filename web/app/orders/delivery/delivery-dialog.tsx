import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { common } from '#domain/copy.ts';
import type { Delivery } from '#domain/delivery.ts';
import type { Receiver } from '#domain/orders/delivery/changed-delivery.ts';
import { changedDeliveryCopy as copy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { receiverIn } from '#domain/orders/delivery/delivery.ts';
import { deliveryForm } from '#domain/orders/delivery/delivery-form.ts';
import { postalCodeRule } from '#domain/postal-code.ts';
import { meanwhileOf } from '../../admin/use-dialog-row.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { MergeDialog } from '../../ui/overlay/merge-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useMerging } from '../../ui/overlay/use-merging.ts';
import { write } from '../../write.ts';
import { wrongFields } from '../../wrong-fields.ts';
import type { OrderRow } from '../desk/order-row.ts';
import { useLastChange } from '../use-last-change.ts';

interface DeliveryOrder {
  number: number;
  version: number;
  delivery: Delivery;
}

export interface DeliveryDialogProps {
  order: DeliveryOrder;
  by: 'buyer' | 'staff';
  /** For staff: what happened to the order. */
  events?: OrderRow['events'] | undefined;
  /** `false`: it was packed or called off while the form was open. */
  canChange: boolean;
  reload: () => Promise<unknown>;
  onClose: () => void;
}

const FORM = 'change-delivery';
const { name, phone, address, addressNumber, city, postalCode, note: courierNote } = copy;
const LABELS: Record<keyof Receiver, string> = { name, phone, address, addressNumber, city, postalCode, courierNote };

/**
 * Another address or recipient. When somebody else changed it meanwhile nothing is sent before that was seen: then fields that were not
 * touched take what is new, and where both typed the person chooses.
 */
export function DeliveryDialog({
  order: { number, version, delivery },
  by,
  events,
  canChange,
  reload,
  onClose,
}: DeliveryDialogProps) {
  const country = delivery.country ?? '';
  const now = receiverIn(delivery);
  const { register, handleSubmit, setError, reset, getValues, formState } = useForm<Receiver>({
    resolver: zodResolver(deliveryForm(country)),
    defaultValues: now,
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const { errors, isSubmitting } = formState;
  const lastChange = useLastChange(events, 'delivery_changed');
  const merging = useMerging(now, {
    labels: LABELS,
    typed: getValues,
    fill: (values) => {
      setProblem(null);
      reset(values);
    },
    save: () => void submit(),
  });
  const changed = canChange ? meanwhileOf(merging.seen, now, true, merging.onSeen) : { text: copy.closed };
  const meanwhile = isSubmitting ? null : changed;

  const submit = useSingleFlight(
    handleSubmit(
      async (to) => {
        setProblem(null);
        const call = by === 'buyer' ? client.orders.changeDelivery : client.orders.admin.changeDelivery;
        const outcome = await write(() => call({ number, version, to }));
        if (outcome.outcome === 'done') {
          toast.success(copy.saved);
          onClose();
        } else if (outcome.code === 'POSTAL_CODE_WRONG')
          setError('postalCode', { message: outcome.text }, { shouldFocus: true });
        else setProblem(outcome);
        // The dialog does not wait for it: without a network nothing is read again.
        void reload();
      },
      (wrong) => setProblem(wrongFields(wrong)),
    ),
  );

  const field = (name: keyof Receiver) => ({ ...register(name), error: errors[name]?.message });
  const isFirm = Boolean(delivery.companyName);
  return (
    <Dialog
      open
      busy={isSubmitting}
      onOpenChange={onClose}
      title={copy.title(number)}
      description={[by === 'buyer' ? copy.textOwn : copy.text, isFirm && copy.textFirm].filter(Boolean).join(' ')}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={isSubmitting}>{common.cancel}</DialogClose>
          <Button type="submit" form={FORM} loading={isSubmitting} disabled={meanwhile !== null}>
            {copy.save}
          </Button>
        </>
      }
    >
      {meanwhile && <MeanwhileNotice meanwhile={meanwhile} />}
      <form id={FORM} onSubmit={submit} noValidate>
        <FieldGroup columns={2}>
          <TextField label={copy.name} autoComplete="off" {...field('name')} />
          <TextField label={copy.phone} type="tel" autoComplete="off" hint={copy.phoneHint} {...field('phone')} />
          <TextField label={copy.address} autoComplete="off" {...field('address')} />
          <TextField
            label={copy.addressNumber}
            autoComplete="off"
            hint={copy.addressNumberHint}
            {...field('addressNumber')}
          />
          <TextField label={copy.city} autoComplete="off" {...field('city')} />
          <TextField
            label={copy.postalCode}
            autoComplete="off"
            hint={postalCodeRule(country)}
            {...field('postalCode')}
          />
          <TextField
            label={copy.note}
            autoComplete="off"
            optional
            wide
            hint={copy.noteHint}
            {...field('courierNote')}
          />
        </FieldGroup>
      </form>
      {canChange && merging.asked && (
        <MergeDialog
          title={copy.merge}
          where={copy.where(number, merging.seen.name)}
          edit={lastChange}
          {...merging.asked}
        />
      )}
    </Dialog>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { common } from '#domain/copy.ts';
import type { Firm } from '#domain/orders/company/changed-company.ts';
import { changedCompanyCopy as copy } from '#domain/orders/company/changed-company-copy.ts';
import { companyForm } from '#domain/orders/company/company-form.ts';
import { meanwhileOf } from '../../admin/use-dialog-row.ts';
import { client } from '../../api.ts';
import { useCompanyNumberCheck } from '../../company-numbers.ts';
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

interface OrderOfFirm {
  number: number;
  version: number;
  company: Firm & { country: string };
}

export interface CompanyDialogProps {
  order: OrderOfFirm;
  by: 'buyer' | 'staff';
  /** For staff: what happened to the order. */
  events?: OrderRow['events'] | undefined;
  /** `false`: it was invoiced, packed or called off while the form was open. */
  canChange: boolean;
  reload: () => Promise<unknown>;
  onClose: () => void;
}

const FORM = 'change-company';
const { name, taxNumber, registrationNumber } = copy;
const LABELS: Record<keyof Firm, string> = { name, taxNumber, registrationNumber };

/**
 * Another name or numbers. When somebody else changed them meanwhile nothing is sent before that was seen: then fields that were not
 * touched take what is new, and where both typed the person chooses.
 */
export function CompanyDialog({
  order: { number, version, company },
  by,
  events,
  canChange,
  reload,
  onClose,
}: CompanyDialogProps) {
  const { country, ...before } = company;
  const { register, handleSubmit, setError, reset, getValues, formState } = useForm<Firm>({
    resolver: zodResolver(companyForm(country)),
    defaultValues: before,
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const checkNumbers = useCompanyNumberCheck({ refused: copy.taxNumberWrong });
  const { errors, isSubmitting } = formState;
  const lastChange = useLastChange(events, 'company_changed');
  const merging = useMerging<Firm, keyof Firm>(before, {
    labels: LABELS,
    typed: getValues,
    fill: (values) => {
      setProblem(null);
      reset(values);
    },
    save: () => void submit(),
  });
  const changed = canChange ? meanwhileOf(merging.seen, before, true, merging.onSeen) : { text: copy.closed };
  const meanwhile = isSubmitting ? null : changed;

  const submit = useSingleFlight(
    handleSubmit(
      async (typed) => {
        setProblem(null);
        // A number that stands there already was insisted on, and stays.
        const numbers = {
          taxNumber: typed.taxNumber === before.taxNumber ? '' : typed.taxNumber,
          registrationNumber: typed.registrationNumber === before.registrationNumber ? '' : typed.registrationNumber,
        };
        if (checkNumbers({ ...numbers, country }, setError)) return;
        const call = by === 'buyer' ? client.orders.changeCompany : client.orders.admin.changeCompany;
        const outcome = await write(() => call({ number, version, company: typed }));
        if (outcome.outcome === 'done') {
          toast.success(copy.saved);
          onClose();
        } else if (outcome.code === 'TAX_NUMBER_INVALID')
          setError('taxNumber', { message: outcome.text }, { shouldFocus: true });
        else setProblem(outcome);
        // The dialog does not wait for it: without a network nothing is read again.
        void reload();
      },
      (wrong) => setProblem(wrongFields(wrong)),
    ),
  );

  const field = (name: keyof Firm) => ({ label: copy[name], ...register(name), error: errors[name]?.message });
  return (
    <Dialog
      open
      busy={isSubmitting}
      onOpenChange={onClose}
      title={copy.title(number)}
      description={by === 'buyer' ? copy.textOwn : copy.text}
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
          <TextField autoComplete="off" wide {...field('name')} />
          <TextField autoComplete="off" inputMode="numeric" {...field('taxNumber')} />
          <TextField autoComplete="off" inputMode="numeric" {...field('registrationNumber')} />
        </FieldGroup>
      </form>
      {canChange && merging.asked && (
        <MergeDialog title={copy.merge} where={copy.where(number)} edit={lastChange} {...merging.asked} />
      )}
    </Dialog>
  );
}

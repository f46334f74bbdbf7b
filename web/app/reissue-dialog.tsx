import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { common, countries } from '#domain/copy.ts';
import { CompanyOnPaper, type ListedDocument } from '#domain/documents/contract.ts';
import { documentsCopy } from '#domain/documents/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { api, client, errorMessage } from './api.ts';
import { useCompanyNumberCheck } from './company-numbers.ts';
import styles from './reissue-dialog.module.css';
import { useSingleFlight } from './single-flight.ts';
import { SelectField, TextField } from './ui/form/field.tsx';
import type { Problem } from './ui/form/form-problem.tsx';
import { ConfirmDialog } from './ui/overlay/confirm-dialog.tsx';
import { toast } from './ui/overlay/toast.tsx';
import { write } from './write.ts';
import { useWriteKeys } from './write-keys.ts';
import { wrongFields } from './wrong-fields.ts';

const copy = documentsCopy.reissue;
const COUNTRIES = Object.entries(countries).map(([value, label]) => ({ value, label }));

interface Props {
  document: ListedDocument;
  close: () => void;
  done: () => Promise<unknown>;
}

/** Credits an invoice and issues another one to the company as corrected here. */
export default function ReissueDialog({ document, close, done }: Props) {
  const keys = useWriteKeys();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const look = useQuery(api.documents.admin.look.queryOptions({ input: { id: document.id }, staleTime: Infinity }));
  const { register, handleSubmit, setError, formState } = useForm<CompanyOnPaper>({
    resolver: zodResolver(CompanyOnPaper) as never,
    ...(look.data ? { values: look.data.company as CompanyOnPaper } : {}),
    resetOptions: { keepDirtyValues: true },
  });
  const checkNumbers = useCompanyNumberCheck();
  const field = (name: keyof CompanyOnPaper) => ({
    label: copy[name],
    ...register(name),
    error: formState.errors[name]?.message,
  });

  const submit = useSingleFlight(
    handleSubmit(
      async (company) => {
        const before = look.data!.company;
        const same = company.taxNumber === before.taxNumber && company.registrationNumber === before.registrationNumber;
        if (!same && checkNumbers(company, setError)) return;
        setBusy(true);
        setProblem(null);
        const key = keys.of(company);
        const outcome = await write(() => client.documents.admin.reissue({ id: document.id, key, company }));
        setBusy(false);
        if (outcome.outcome !== 'done') return setProblem({ text: outcome.text });
        toast.success(copy.done(outcome.value.creditNote.number, outcome.value.invoice.number));
        close();
        await done();
      },
      (wrong) => setProblem(wrongFields(wrong)),
    ),
  );

  return (
    <ConfirmDialog
      open
      onOpenChange={() => !busy && close()}
      title={copy.title}
      text={look.data ? copy.text(document.number, formatMoneyExact(look.data.left)) : common.loading}
      yes={copy.yes}
      busy={busy}
      disabled={!look.data}
      problem={problem ?? (look.error ? { text: errorMessage(look.error) } : null)}
      onConfirm={() => void submit()}
    >
      {look.data && (
        <form className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
          <TextField {...field('name')} autoFocus />
          <TextField {...field('address')} />
          <TextField {...field('postalCode')} />
          <TextField {...field('city')} />
          <TextField {...field('taxNumber')} inputMode="numeric" />
          <TextField {...field('registrationNumber')} inputMode="numeric" />
          <SelectField {...field('country')} options={COUNTRIES} placeholder="" />
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </form>
      )}
    </ConfirmDialog>
  );
}

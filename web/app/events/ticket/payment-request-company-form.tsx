import { type FormEvent, useId, useState } from 'react';
import { common } from '#domain/copy.ts';
import { eventRefusals } from '#domain/events/refusals-copy.ts';
import {
  CLAIM_FIELDS,
  type ClaimCompany,
  type ClaimField,
  claimProblems,
  emptyClaim,
} from '#domain/events/ticket/claim-company.ts';
import { ticketPageCopy } from '#domain/events/ticket/copy.ts';
import { client } from '../../api.ts';
import { useCompanyNumberCheck } from '../../company-numbers.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from '../ticket.module.css';

const copy = ticketPageCopy.claim;

interface ClaimFormProps {
  token: string;
  claim: ClaimCompany | null;
  /** The reservation waits for its payment: afterwards no company is entered any more. */
  isOpen: boolean;
  onSaved: () => void;
}

/** Before paying: the company that the organiser's claim names. What is being typed stays when the payment comes meanwhile. */
export function PaymentRequestCompanyForm({ token, claim, isOpen, onSaved }: ClaimFormProps) {
  const [typed, setTyped] = useState<ClaimCompany>(claim ?? emptyClaim);
  const [errors, setErrors] = useState<Partial<Record<ClaimField, string>>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const checkNumbers = useCompanyNumberCheck();

  const isTyped = differs(typed, claim ?? emptyClaim);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !isOpen) return;
    const wrong = claimProblems(typed);
    setErrors(wrong);
    const first = CLAIM_FIELDS.find((field) => wrong[field]);
    if (first) return document.getElementById(`${id}-${first}`)?.focus();
    const isOdd = checkNumbers(typed, (field, { message }, { shouldFocus }) => {
      setErrors((before) => ({ ...before, [field]: message }));
      if (shouldFocus) document.getElementById(`${id}-${field}`)?.focus();
    });
    if (isOdd) return;
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.events.claim({ token, claim: typed }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.saved);
    onSaved();
  }

  if (!isOpen && !isTyped) return null;
  return (
    <details className={styles.claim} open={claim !== null}>
      <summary>{copy.title}</summary>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <UnsavedTextGuard when={!busy && isTyped} what={copy.title} />
        <p className="muted s">{claim ? copy.shown(claim.companyName, claim.taxNumber) : copy.lead}</p>
        <FieldGroup columns={2}>
          {CLAIM_FIELDS.map((field) => (
            <TextField
              key={field}
              id={`${id}-${field}`}
              name={field}
              label={copy[field]}
              value={typed[field]}
              error={errors[field]}
              required
              wide={field === 'companyName' || field === 'address'}
              inputMode={field === 'taxNumber' || field === 'registrationNumber' ? 'numeric' : undefined}
              onChange={(event) => {
                setTyped({ ...typed, [field]: event.target.value });
                setErrors({ ...errors, [field]: undefined });
              }}
            />
          ))}
        </FieldGroup>
        {!isOpen && !busy && <MeanwhileNotice meanwhile={{ text: eventRefusals.CLAIM_CLOSED }} />}
        <FormProblem problem={problem} />
        <div className="row">
          <Button type="submit" variant="secondary" loading={busy} disabled={!isOpen}>
            {copy.save}
          </Button>
          {!isOpen && !busy && (
            <Button variant="ghost" onClick={() => setTyped(claim ?? emptyClaim)}>
              {common.close}
            </Button>
          )}
        </div>
      </form>
    </details>
  );
}

const differs = (typed: ClaimCompany, shown: ClaimCompany) =>
  CLAIM_FIELDS.some((field) => typed[field].trim() !== shown[field]);

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
import { MergeDialog } from '../../ui/overlay/merge-dialog.tsx';
import { type Brought, standingNow } from '../../ui/overlay/merge-rows.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { useMerging } from '../../ui/overlay/use-merging.ts';
import { write } from '../../write.ts';
import styles from '../ticket.module.css';

const copy = ticketPageCopy.claim;
const { companyName, taxNumber, registrationNumber, address } = copy;
const LABELS: Record<ClaimField, string> = { companyName, taxNumber, registrationNumber, address };

interface ClaimFormProps {
  token: string;
  claim: ClaimCompany | null;
  /** The reservation waits for its payment: afterwards no company is entered any more. */
  isOpen: boolean;
  onSaved: () => void;
}

/**
 * Before paying: the company that the organiser's claim names. What is being typed stays when the payment comes meanwhile; over another
 * company that was named meanwhile the person chooses, field by field.
 */
export function PaymentRequestCompanyForm({ token, claim, isOpen, onSaved }: ClaimFormProps) {
  const live = claim ?? emptyClaim;
  /** Another company that was named meanwhile. */
  const [other, setOther] = useState<Brought<ClaimCompany> | null>(null);
  const now = other ? standingNow(other, live) : live;
  const [typed, setTyped] = useState<ClaimCompany>(live);
  const [errors, setErrors] = useState<Partial<Record<ClaimField, string>>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const checkNumbers = useCompanyNumberCheck();

  const merging = useMerging<ClaimCompany, ClaimField>(now, {
    labels: LABELS,
    typed: () => typed,
    fill: setTyped,
    save: (chosen) => void save(chosen, now),
  });
  /** What stood there when typing began. */
  const shown = merging.seen;
  const isTyped = differs(typed, shown);
  if (differs(now, shown) && (!isTyped || !differs(typed, now))) merging.onSeen();

  async function save(company: ClaimCompany, over: ClaimCompany) {
    if (busy || !isOpen) return;
    const wrong = claimProblems(company);
    setErrors(wrong);
    const first = CLAIM_FIELDS.find((field) => wrong[field]);
    if (first) return document.getElementById(`${id}-${first}`)?.focus();
    const isOdd = checkNumbers(company, (field, { message }, { shouldFocus }) => {
      setErrors((before) => ({ ...before, [field]: message }));
      if (shouldFocus) document.getElementById(`${id}-${field}`)?.focus();
    });
    if (isOdd) return;
    setBusy(true);
    setProblem(null);
    const outcome = await write(() =>
      client.events.claim({ token, shown: differs(over, emptyClaim) ? over : null, claim: company }),
    );
    setBusy(false);
    if (outcome.outcome === 'refused' && outcome.code === 'CLAIM_CHANGED') {
      setOther({ now: outcome.data as ClaimCompany, shown: live });
      return merging.ask();
    }
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.saved);
    setOther(null);
    onSaved();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(typed, shown);
  }

  if (!isOpen && !isTyped) return null;
  return (
    <details className={styles.claim} open={claim !== null}>
      <summary>{copy.title}</summary>
      <form onSubmit={submit} noValidate>
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
            <Button variant="ghost" onClick={() => setTyped(shown)}>
              {common.close}
            </Button>
          )}
        </div>
      </form>
      {isOpen && merging.asked && <MergeDialog title={copy.merge} where={copy.title} {...merging.asked} />}
    </details>
  );
}

const differs = (typed: ClaimCompany, shown: ClaimCompany) =>
  CLAIM_FIELDS.some((field) => typed[field].trim() !== shown[field]);

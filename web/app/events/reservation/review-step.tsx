import type { Ref } from 'react';
import { packageOf, priceIn } from '#domain/events/packages.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import type { Step } from '#domain/events/steps.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { Checkbox } from '../../ui/form/field.tsx';
import styles from '../events.module.css';
import type { Draft } from './reservation-draft.ts';

interface ReviewStepProps {
  draft: Draft;
  /** Until when the place is held without a payment. */
  heldUntil: Date;
  consent: boolean;
  consentError: boolean;
  consentRef: Ref<HTMLInputElement>;
  disabled: boolean;
  onConsent: (given: boolean) => void;
  onEdit: (step: Step) => void;
}

/** The last look: nothing is written before it is confirmed. */
export function ReviewStep({
  draft,
  heldUntil,
  consent,
  consentError,
  consentRef,
  disabled,
  onConsent,
  onEdit,
}: ReviewStepProps) {
  const { review } = dialog;
  return (
    <>
      <p className="muted">{review.lead}</p>
      <dl className={styles.review}>
        {rowsOf(draft).map(({ label, value, step }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {step && (
              <dd className={styles.edit}>
                <button
                  type="button"
                  className="s"
                  aria-label={review.editAria(label)}
                  disabled={disabled}
                  onClick={() => onEdit(step)}
                >
                  {review.edit}
                </button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className={styles.consent}>
        <Checkbox
          ref={consentRef}
          label={review.consent}
          checked={consent}
          disabled={disabled}
          error={consentError ? review.consentError : undefined}
          onChange={(event) => onConsent(event.target.checked)}
        />
      </div>
      <p className="s muted">{review.after(formatDateInSentence(heldUntil))}</p>
    </>
  );
}

function rowsOf({
  personalInfo,
  selectedCountry,
  selectedPackage,
}: Draft): { label: string; value: string; step?: Step }[] {
  const { review, personal } = dialog;
  const country = selectedCountry!;
  const pack = packageOf(selectedPackage!);
  const amount = formatMoney(priceIn(pack, country));
  return [
    { label: review.name, value: `${personalInfo.firstName} ${personalInfo.lastName}`, step: 'personal' },
    { label: personal.email, value: personalInfo.email, step: 'personal' },
    { label: personal.phone, value: personalInfo.phone, step: 'personal' },
    { label: review.from, value: dialog.country[country].pays, step: 'country' },
    { label: dialog.summary.package, value: pack.name, step: 'package' },
    { label: review.amount, value: country === 'RS' ? `${amount} (${formatMoneyExact(pack.priceEUR)})` : amount },
  ];
}

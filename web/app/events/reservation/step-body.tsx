import type { RefObject } from 'react';
import type { EventFacts } from '#domain/events/event.ts';
import { endOfDayIn } from '#domain/events/lapse.ts';
import type { PackageId } from '#domain/events/packages.ts';
import { dueAt } from '#domain/events/payment/instructions.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import type { Step } from '#domain/events/steps.ts';
import { CountryStep, PackageStep } from './choice-steps.tsx';
import { PaymentStep, type ShownReservation } from './payment-step.tsx';
import { PersonalStep } from './personal-step.tsx';
import type { Draft, DraftChange } from './reservation-draft.ts';
import { ReviewStep } from './review-step.tsx';

/** Which packages are given back unpaid, and after how many days. */
export interface Lapse {
  packages: readonly PackageId[];
  days: number;
}

interface StepBodyProps {
  draft: Draft;
  event: EventFacts;
  lapse: Lapse | null;
  soldOut: readonly PackageId[];
  /** Once it is made. */
  reservation: ShownReservation | null;
  formId: string;
  consent: { isGiven: boolean; isMissing: boolean; box: RefObject<HTMLInputElement | null> };
  isReserving: boolean;
  onChange: (change: DraftChange) => void;
  /** A change that goes one step on. */
  onAdvance: (change: DraftChange) => void;
  onConsent: (given: boolean) => void;
  onEdit: (step: Step) => void;
}

/** What the step at hand asks, and at the end how to pay. */
export function StepBody({
  draft,
  event,
  lapse,
  soldOut,
  reservation,
  formId,
  consent,
  isReserving,
  onChange,
  onAdvance,
  onConsent,
  onEdit,
}: StepBodyProps) {
  const { step, selectedCountry: country } = draft;
  return (
    <>
      {step === 'personal' && (
        <>
          <p className="muted">{dialog.personal.lead}</p>
          <PersonalStep
            formId={formId}
            value={draft.personalInfo}
            onChange={(personalInfo) => onChange({ what: 'person', personalInfo })}
            onDone={() => onAdvance({ what: 'next' })}
          />
        </>
      )}
      {step === 'country' && (
        <>
          <p className="muted">{dialog.country.lead}</p>
          <CountryStep chosen={country} onChoose={(chosen) => onAdvance({ what: 'country', country: chosen })} />
        </>
      )}
      {step === 'package' && (
        <>
          <p className="muted">{dialog.package.lead}</p>
          <PackageStep
            country={country ?? 'RS'}
            chosen={selectedPackageIfAvailable(draft, soldOut)}
            soldOut={soldOut}
            onChoose={(packageId) => onAdvance({ what: 'package', packageId })}
          />
          <p className="s muted">{dialog.payment.noRefund(event)}</p>
        </>
      )}
      {step === 'payment' && !reservation && (
        <ReviewStep
          draft={draft}
          heldUntil={heldUntil(event, lapse, draft.selectedPackage!)}
          consent={consent.isGiven}
          consentError={consent.isMissing}
          consentRef={consent.box}
          disabled={isReserving}
          onConsent={onConsent}
          onEdit={onEdit}
        />
      )}
      {reservation && <PaymentStep event={event} reservation={reservation} />}
    </>
  );
}

/** The chosen package while it can be had. */
export function selectedPackageIfAvailable(
  { selectedPackage }: Draft,
  soldOut: readonly PackageId[],
): PackageId | null {
  return selectedPackage && !soldOut.includes(selectedPackage) ? selectedPackage : null;
}

/** As the server will say it of a reservation made now. */
function heldUntil(event: EventFacts, lapse: Lapse | null, packageId: PackageId): Date {
  const now = new Date();
  const lapsesAt = lapse?.packages.includes(packageId) ? endOfDayIn(lapse.days, now) : null;
  return dueAt(event, { createdAt: now, lapsesAt });
}

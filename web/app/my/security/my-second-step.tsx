import { useState } from 'react';
import { mySecondStep as copy } from '#domain/accounts/account-copy.ts';
import { securityWords } from '#domain/auth/security-copy.ts';
import { common } from '#domain/copy.ts';
import { formatDate } from '#domain/time.ts';
import type { Account } from '../../session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../section.module.css';
import { AddSecondStep } from './add-second-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { SecondStep } from './use-second-step.ts';

const totpCopy = securityWords.totp;

/** The authenticator: off, being added, or on. */
export function MySecondStep({ account, secondStep }: { account: Account; secondStep: SecondStep }) {
  const { known, isOn, enrolment, busy } = secondStep;
  const [asked, setAsked] = useState(false);
  return (
    <section className={styles.part} aria-labelledby="second-step">
      <div className={styles.title}>
        <h3 className="d h3" id="second-step">
          {totpCopy.title}
        </h3>
        {known.data && <Badge tone={isOn ? 'ok' : 'warn'}>{isOn ? copy.on : copy.off}</Badge>}
      </div>
      {account.mustAddSecondStep && !isOn && <FormError title={copy.required} />}
      <p className="muted">
        {totpCopy.lead} {secondStep.since && `${copy.since(formatDate(secondStep.since))}`}
      </p>
      {known.isPending ? (
        <Skeleton lines={2} />
      ) : !known.data ? (
        <div>
          <Button variant="secondary" size="sm" onClick={() => known.refetch()}>
            {common.retry}
          </Button>
        </div>
      ) : enrolment ? (
        <AddSecondStep enrolment={enrolment} added={secondStep.added} cancel={secondStep.cancel} />
      ) : isOn ? (
        <div className={styles.bar}>
          <Button variant="secondary" size="sm" loading={busy} loadingLabel={copy.starting} onClick={secondStep.start}>
            {totpCopy.newPhone}
          </Button>
          <Button variant="danger" size="sm" disabled={busy} onClick={() => setAsked(true)}>
            {copy.turnOff}
          </Button>
        </div>
      ) : (
        <div>
          <Button size="sm" loading={busy} loadingLabel={copy.starting} onClick={secondStep.start}>
            {copy.start}
          </Button>
        </div>
      )}
      {enrolment && isOn && <p className="muted s">{totpCopy.newPhoneText}</p>}
      <ConfirmDialog
        open={asked}
        onOpenChange={() => setAsked(false)}
        title={copy.turnOffTitle}
        text={copy.turnOffText}
        yes={copy.turnOff}
        danger
        onConfirm={() => {
          setAsked(false);
          void secondStep.turnOff();
        }}
      />
    </section>
  );
}

/** Few are left: time to make new ones. */
const LOW_CODE_COUNT = 3;

/** Recovery codes: how many are left, and a new set, which is shown only once. */
export function MyRecoveryCodes({ account, secondStep }: { account: Account; secondStep: SecondStep }) {
  const { known, isOn, codes, busy } = secondStep;
  const [asked, setAsked] = useState(false);
  const left = known.data?.codesLeft ?? 0;
  const text = securityWords.codes;
  return (
    <section className={styles.part} aria-labelledby="recovery-codes">
      <div className={styles.title}>
        <h3 className="d h3" id="recovery-codes">
          {text.title}
        </h3>
        {known.data && isOn && (
          <Badge tone={left > LOW_CODE_COUNT ? 'ok' : 'warn'}>{left > 0 ? text.left(left) : text.none}</Badge>
        )}
      </div>
      <p className="muted">{text.lead}</p>
      {codes ? (
        <RecoveryCodes codes={codes} email={account.email} done={secondStep.codesSaved} />
      ) : known.isPending ? (
        <Skeleton lines={1} />
      ) : !known.data ? null : isOn ? (
        <div className={styles.bar}>
          <Button
            variant="secondary"
            size="sm"
            loading={busy}
            loadingLabel={copy.codesBusy}
            onClick={() => setAsked(true)}
          >
            {text.make}
          </Button>
          <span className="muted s">{text.note}</span>
        </div>
      ) : (
        <p className="muted s">{text.needTotp}</p>
      )}
      <ConfirmDialog
        open={asked}
        onOpenChange={() => setAsked(false)}
        title={text.make}
        text={copy.codesNewText}
        yes={text.make}
        onConfirm={() => {
          setAsked(false);
          void secondStep.newCodes();
        }}
      />
    </section>
  );
}

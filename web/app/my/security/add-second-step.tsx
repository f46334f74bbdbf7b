import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { mySecondStep as copy } from '#domain/accounts/account-copy.ts';
import { CodeForm } from '#domain/accounts/rules.ts';
import { useSecondStepCode } from '../../auth/code-form.tsx';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { QrCode } from '../../ui/media/qr-code.tsx';
import styles from '../section.module.css';

export interface Enrolment {
  factorId: string;
  secret: string;
  uri: string;
}

/** The secret goes to the phone as a QR code; the first right code turns the second step on. */
export function AddSecondStep({
  enrolment,
  added,
  cancel,
}: {
  enrolment: Enrolment;
  added: () => Promise<unknown>;
  cancel: () => void;
}) {
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm({
    resolver: zodResolver(CodeForm),
    defaultValues: { code: '' },
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const verify = useSecondStepCode(() => enrolment.factorId, copy.failed);
  const submit = useSingleFlight(
    handleSubmit(async ({ code }) => {
      setProblem(null);
      const outcome = await verify(code);
      if (outcome.outcome === 'done') return added();
      if (outcome.outcome === 'unknown' || outcome.code === 'OFFLINE') return setProblem(outcome);
      reset();
      setError('code', { message: outcome.text });
      setFocus('code');
    }),
  );
  return (
    <div className={styles.enrol}>
      <QrCode className={styles.qr} text={enrolment.uri} label={copy.qrLabel} />
      <div className={styles.steps}>
        <h4 className="d h4">{copy.scanTitle}</h4>
        <p>{copy.scan}</p>
        <p className={styles.onPhone}>
          <a className={styles.link} href={enrolment.uri}>
            {copy.openApp}
          </a>
        </p>
        <div>
          <p className="muted s">{copy.byHand}</p>
          <p className={styles.secret}>
            <code>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton value={enrolment.secret} what={copy.copyKey} />
          </p>
        </div>
        <form className={styles.inline} onSubmit={submit} noValidate>
          <TextField
            label={copy.codeLabel}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={formState.errors.code?.message}
            {...register('code')}
          />
          <FormProblem problem={problem} />
          <div className={styles.bar}>
            <Button type="submit" loading={formState.isSubmitting} loadingLabel={copy.confirming}>
              {copy.confirm}
            </Button>
            <Button variant="ghost" onClick={cancel}>
              {copy.cancel}
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
}

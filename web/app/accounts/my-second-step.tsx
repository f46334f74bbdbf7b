import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mySecondStep as copy } from '#domain/accounts/account-copy.ts';
import { common } from '#domain/copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, queryClient } from '../api.ts';
import { sayAuthError } from '../auth-error.ts';
import { type Account, authClient, resolveAccount } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormError } from '../ui/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './account.module.css';
import { AddSecondStep, type Enrolment } from './add-second-step.tsx';
import { ownSignIn, reloadOwnSignIn } from './own-sign-in.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Asked = 'turn off' | 'new codes' | null;

/** The second step: off, being added, or on with its codes for the day the phone is lost. */
export function MySecondStep({ account }: { account: Account }) {
  const known = useQuery(ownSignIn);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState<Asked>(null);
  const [busy, setBusy] = useState(false);
  const factors = known.data?.factors ?? [];
  const isOn = factors.length > 0;

  /** Every verb of the sign-in client here: busy meanwhile, its refusal said, what changed asked again. */
  const act = useSingleFlight(async (work: () => Promise<{ error: unknown }>) => {
    setBusy(true);
    try {
      const { error } = await work();
      if (error) toast.error(sayAuthError(error, copy.failed));
      await Promise.all([
        reloadOwnSignIn(),
        queryClient.invalidateQueries({ queryKey: api.accounts.own.sessions.key() }),
        resolveAccount(),
      ]);
    } catch (error) {
      console.error(error);
      toast.error(copy.failed);
    } finally {
      setBusy(false);
      setAsked(null);
    }
  });

  const start = () =>
    act(async () => {
      const auth = await authClient();
      const { data, error } = await auth.mfa.enroll({ factorType: 'totp' });
      if (data) setEnrolment({ factorId: data.id, secret: data.totp.secret, uri: data.totp.uri });
      return { error };
    });

  const added = () =>
    act(async () => {
      const made = await makeCodes();
      setEnrolment(null);
      toast.success(copy.done);
      return made;
    });

  const turnOff = () =>
    act(async () => {
      const auth = await authClient();
      for (const { id } of factors) {
        const { error } = await auth.mfa.unenroll({ factorId: id });
        if (error) return { error };
      }
      setCodes(null);
      toast.success(copy.turnedOff);
      return { error: null };
    });

  async function makeCodes() {
    const auth = await authClient();
    const { data, error } = await auth.mfa.recoveryCodes.regenerate();
    if (data) setCodes(data.codes);
    return { error };
  }

  return (
    <section className={styles.part}>
      <div className={styles.title}>
        <h3 className="d h3">{copy.title}</h3>
        {known.data && <Badge tone={isOn ? 'ok' : 'warn'}>{isOn ? copy.on : copy.off}</Badge>}
      </div>
      {account.mustAddSecondStep && !isOn && <FormError title={copy.required} />}
      <p>{copy.lead}</p>
      {known.isPending ? (
        <Skeleton lines={2} />
      ) : known.isError ? (
        <div>
          <Button variant="secondary" onClick={() => known.refetch()}>
            {common.retry}
          </Button>
        </div>
      ) : enrolment ? (
        <AddSecondStep enrolment={enrolment} added={added} cancel={() => setEnrolment(null)} />
      ) : codes ? (
        <RecoveryCodes codes={codes} email={account.email} done={() => setCodes(null)} />
      ) : isOn ? (
        <div className={styles.notice}>
          <p>
            {copy.since(formatDate(factors[0]!.created_at))} {copy.codesLeft(known.data.codesLeft)} {copy.codesWhy}
          </p>
          <div className={styles.bar}>
            <Button variant="secondary" size="sm" onClick={() => setAsked('new codes')}>
              {copy.codesNew}
            </Button>
            <Button variant="danger" size="sm" onClick={() => setAsked('turn off')}>
              {copy.turnOff}
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button loading={busy} loadingLabel={copy.starting} onClick={start}>
            {copy.start}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked === 'turn off' ? copy.turnOffTitle : copy.codesNew}
        text={asked === 'turn off' ? copy.turnOffText : copy.codesNewText}
        yes={asked === 'turn off' ? copy.turnOff : copy.codesNew}
        danger={asked === 'turn off'}
        busy={busy}
        onConfirm={() => void (asked === 'turn off' ? turnOff() : act(makeCodes))}
      />
    </section>
  );
}

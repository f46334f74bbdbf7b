import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { common } from '#domain/copy.ts';
import { copy, deviceRefusals } from '#domain/devices/copy.ts';
import { formatPairingNumber, parsePairingNumber } from '#domain/devices/rules.ts';
import { api, client, errorCode, errorMessage } from '../api.ts';
import { CodeForm } from '../auth/code-form.tsx';
import { SignInForm } from '../auth/sign-in-form.tsx';
import { useOwnChanges } from '../live.ts';
import { authPath } from '../return-path.ts';
import { resolveAccount, useSession } from '../session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Refusal, type Unknown, write } from '../write.ts';
import styles from './device-login.module.css';
import { LoginLayout, Split } from './login-layout.tsx';
import { TvPicture } from './tv-picture.tsx';
import { triesLeft, type WaitingTv, WaitingTvForm, waitingTv } from './waiting-tv-form.tsx';

const signInCopy = {
  button: copy.phone.button,
  busy: copy.phone.busy,
  toSignUp: copy.phone.noAccount,
  generic: copy.phone.unexpected,
  success: null,
};

/**
 * Linking a TV, on the phone. A signed-in phone in the TV's network links it at once, a visitor signs in on this
 * page; a phone in another network is asked whether the TV is theirs, and for the digits on its screen.
 */
export default function DeviceLoginPage() {
  const { id = '' } = useParams();
  const number = parsePairingNumber(id);
  if (number === null)
    return (
      <LoginLayout number={null}>
        <FormError title={copy.phone.badNumber} />
        <p>{copy.phone.backToTv}</p>
      </LoginLayout>
    );
  return <Linking number={number} key={number} />;
}

function Linking({ number }: { number: number }) {
  const session = useSession();
  const navigate = useNavigate();
  const shown = formatPairingNumber(number);
  const account = session.status === 'signedIn' && typeof session.account !== 'string' ? session.account : null;
  const waiting = account?.level === 'waiting';
  /** A form that was filled in stays, busy, until the TV is linked. */
  const form = useRef<'password' | 'code' | null>(null);
  if (session.status === 'visitor') form.current = 'password';
  if (session.status === 'challenged') form.current = 'code';

  const look = useQuery({
    ...api.devices.look.queryOptions({ input: { number: String(number) } }),
    enabled: session.status === 'visitor',
    refetchOnWindowFocus: false,
  });
  const link = useMutation(api.devices.link.mutationOptions());
  /** The TV that asks, once the server has said that it is not beside this phone; stays while digits are tried. */
  const [kept, setKept] = useState<WaitingTv | null>(null);
  const latest = waitingTv(link.error);
  const shownTv = latest ?? kept;
  useEffect(() => {
    if (latest) setKept(latest);
  }, [latest]);
  const { mutate, isIdle } = link;
  const approved = account !== null && !waiting;
  useEffect(() => {
    if (approved && isIdle) mutate({ number: String(number) });
  }, [approved, isIdle, mutate, number]);
  useEffect(() => {
    if (session.status === 'recovering') navigate('/auth/confirm', { replace: true });
  }, [session.status, navigate]);
  useOwnChanges(resolveAccount, waiting);

  if (link.isSuccess) return <Linked number={shown} />;
  if (shownTv && approved && (link.isPending || isAboutDigits(link.error)))
    return (
      <Split picture={<TvPicture number={shown} />}>
        <WaitingTvForm
          number={shown}
          tv={shownTv}
          busy={link.isPending}
          wrong={errorCode(link.error) === 'PAIRING_DIGITS_WRONG' ? errorMessage(link.error) : null}
          link={(digits) => mutate({ number: String(number), digits })}
        />
      </Split>
    );

  const problem = waiting
    ? { text: copy.phone.notApproved }
    : (refusedLink(link.error, link.reset) ??
      (session.status === 'visitor' ? refusedLook(look.data?.state, look.error, look.refetch) : null));
  if (problem) return <Refused number={shown} {...problem} />;

  const busy = session.status === 'signedIn';
  if (form.current === 'code')
    return (
      <LoginLayout number={shown}>
        <CodeForm busy={busy} />
      </LoginLayout>
    );
  if (form.current === 'password' && (busy || look.isSuccess))
    return (
      <LoginLayout number={shown} lead>
        <SignInForm
          busy={busy}
          copy={signInCopy}
          toSignUp={() => navigate(`${authPath(`/device-login/${number}`)}&tab=registracija`)}
        />
      </LoginLayout>
    );
  return (
    <LoginLayout number={shown}>
      {busy && <p role="status">{copy.phone.automatic}</p>}
      <Skeleton lines={4} />
    </LoginLayout>
  );
}

interface Problem {
  text: string;
  hint?: string;
  again?: () => unknown;
}

/** Whether another code on the TV's screen would help. */
const NEW_CODE_HELPS = ['PAIRING_UNKNOWN', 'PAIRING_NUMBER_INVALID'];

/** Wrong digits leave the form where it is, until there are no tries left. */
const isAboutDigits = (error: Error | null) =>
  waitingTv(error) !== null || (errorCode(error) === 'PAIRING_DIGITS_WRONG' && triesLeft(error) > 0);

function known(error: Error): Problem | null {
  const code = errorCode(error);
  if (!code?.startsWith('PAIRING_')) return null;
  return { text: errorMessage(error), ...(NEW_CODE_HELPS.includes(code) ? { hint: copy.phone.backToTv } : {}) };
}

function refusedLink(error: Error | null, again: () => unknown): Problem | null {
  return error && (known(error) ?? { text: copy.phone.linkFailed, again });
}

function refusedLook(state: string | undefined, error: Error | null, again: () => unknown): Problem | null {
  if (state === 'expired') return { text: deviceRefusals.PAIRING_EXPIRED };
  if (state === 'linked') return { text: copy.phone.used, hint: copy.phone.backToTv };
  return error && (known(error) ?? { text: copy.phone.unexpected, again });
}

function Refused({ number, text, hint, again }: Problem & { number: string }) {
  return (
    <LoginLayout number={number}>
      <FormError title={text} />
      {hint && <p>{hint}</p>}
      {again && (
        <Button full onClick={() => again()}>
          {common.retry}
        </Button>
      )}
    </LoginLayout>
  );
}

function Linked({ number }: { number: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Split picture={<TvPicture number={number} linked />}>
      <h1 className={`d ${styles.title}`} ref={title} tabIndex={-1}>
        {copy.phone.okTitle}
      </h1>
      <p className={styles.lead}>{copy.phone.okText(number)}</p>
      <ButtonLink to="/account#televizori" full>
        {copy.phone.okAccount}
      </ButtonLink>
    </Split>
  );
}

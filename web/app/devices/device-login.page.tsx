import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { common } from '#domain/copy.ts';
import { copy, deviceRefusals } from '#domain/devices/copy.ts';
import { formatPairingNumber, parsePairingNumber, whyNoPairing } from '#domain/devices/rules.ts';
import { setUpCopy } from '#domain/playout/set-up-copy.ts';
import { api, client, errorCode, errorMessage } from '../api.ts';
import { CodeForm } from '../auth/code-form.tsx';
import { SignInForm } from '../auth/sign-in-form.tsx';
import { useOwnChanges } from '../live.ts';
import { authPath } from '../return-path.ts';
import { resolveAccount, useSession } from '../session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Steps } from '../ui/steps.tsx';
import { type Outcome, write } from '../write.ts';
import styles from './device-login.module.css';
import { LoginLayout, Split } from './login-layout.tsx';
import { TvPicture } from './tv-picture.tsx';
import { type Failed, triesLeft, type WaitingTv, WaitingTvForm, waitingTv } from './waiting-tv-form.tsx';
import { WhereItStands } from './where-it-stands.tsx';

const LINK_WORDS = { failed: copy.phone.linkFailed };
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
        <FormError title={deviceRefusals[whyNoPairing(id)]} />
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
  const [linking, setLinking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<{ id: string }> | null>(null);
  /** The tries that this phone knows of: a try whose answer is lost is sent again with the same number, and costs once. */
  const left = useRef<number | undefined>(undefined);
  // Linked twice by the same person it is one link.
  const link = useCallback(
    async (digits?: string) => {
      setLinking(true);
      const sent = { number: String(number), digits, left: digits === undefined ? undefined : left.current };
      const answer = await write(() => client.devices.link(sent), LINK_WORDS);
      const said = answer.outcome === 'refused' ? (answer.data as { left?: number } | undefined)?.left : undefined;
      left.current = said ?? left.current;
      setOutcome(answer);
      setLinking(false);
    },
    [number],
  );
  const refusal = outcome?.outcome === 'done' ? null : outcome;
  /** The TV that asks, once the server has said that it is not beside this phone; stays while digits are tried. */
  const [kept, setKept] = useState<WaitingTv | null>(null);
  const latest = waitingTv(refusal);
  const shownTv = latest ?? kept;
  useEffect(() => {
    if (latest) setKept(latest);
  }, [latest]);
  const approved = account !== null && !waiting;
  const isIdle = outcome === null && !linking;
  useEffect(() => {
    if (approved && isIdle) void link();
  }, [approved, isIdle, link]);
  useEffect(() => {
    if (session.status === 'recovering') navigate('/auth/confirm', { replace: true });
  }, [session.status, navigate]);
  useOwnChanges(resolveAccount, waiting);

  if (outcome?.outcome === 'done') return <Linked number={shown} tvId={outcome.value.id} />;
  if (shownTv && approved && (linking || isAboutDigits(refusal)))
    return (
      <Split picture={<TvPicture number={shown} />}>
        <WaitingTvForm
          number={shown}
          tv={shownTv}
          busy={linking}
          wrong={refusal && !latest ? refusal : null}
          link={link}
        />
      </Split>
    );

  const problem = waiting
    ? { text: copy.phone.notApproved }
    : ((linking ? null : refusedLink(refusal, () => setOutcome(null))) ??
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
const isAboutDigits = (refusal: Failed | null) =>
  waitingTv(refusal) !== null ||
  refusal?.outcome === 'unknown' ||
  (refusal?.code === 'PAIRING_DIGITS_WRONG' && triesLeft(refusal) > 0);

function known(code: string | null, text: string): Problem | null {
  if (!code?.startsWith('PAIRING_')) return null;
  return { text, ...(NEW_CODE_HELPS.includes(code) ? { hint: copy.phone.backToTv } : {}) };
}

function refusedLink(refusal: Failed | null, again: () => unknown): Problem | null {
  return refusal && (known(refusal.code, refusal.text) ?? { text: refusal.text, again });
}

function refusedLook(state: string | undefined, error: Error | null, again: () => unknown): Problem | null {
  if (state === 'expired') return { text: deviceRefusals.PAIRING_EXPIRED };
  if (state === 'linked') return { text: copy.phone.used, hint: copy.phone.backToTv };
  return error && (known(errorCode(error), errorMessage(error)) ?? { text: copy.phone.unexpected, again });
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

function Linked({ number, tvId }: { number: string; tvId: string }) {
  const [isSaved, setSaved] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Split picture={<TvPicture number={number} linked />}>
      <Steps labels={setUpCopy.steps} current={isSaved ? 3 : 2} />
      <h1 className={`d ${styles.title}`} ref={title} tabIndex={-1}>
        {copy.phone.okTitle}
      </h1>
      <p className={styles.lead}>{isSaved ? setUpCopy.saved : copy.phone.okText(number)}</p>
      {isSaved ? (
        <ButtonLink to="/account#televizori" full>
          {copy.phone.okAccount}
        </ButtonLink>
      ) : (
        <WhereItStands
          tvId={tvId}
          saved={() => {
            setSaved(true);
            title.current?.focus();
          }}
        />
      )}
    </Split>
  );
}

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { redeem, voucherRefusals } from '#domain/vouchers/copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { authPath } from '../return-path.ts';
import { accessLevelOf, useSession } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { type Refusal, write } from '../write.ts';
import styles from './voucher-box.module.css';
import { codeIn } from './voucher-link.ts';

type Answer =
  | { kind: 'done'; text: string }
  | { kind: 'refused'; text: string }
  /** Without a session the message has a link to sign in. */
  | { kind: 'stranger' };

/**
 * Redeems a code. It is on a public page, so the API client is downloaded only when a code is sent. `back` is
 * where a person returns to after signing in; `onRedeemed` is called when the balance has grown.
 */
export function VoucherBox({ back, onRedeemed }: { back: string; onRedeemed?: () => void }) {
  const session = useSession();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [hash, setHash] = useState('');
  const wrong = answer?.kind === 'refused';

  /** The address of a printed voucher contains the code: the field is filled and only has to be sent. */
  useEffect(() => {
    const brought = codeIn(window.location.hash);
    if (brought === null) return;
    const input = form.current!.elements.namedItem('code') as HTMLInputElement;
    input.value = formatCode(brought);
    input.focus();
    input.scrollIntoView({ block: 'center' });
    setHash(window.location.hash);
  }, []);

  const submit = useSingleFlight(async (_: FormEvent) => {
    const input = form.current!.elements.namedItem('code') as HTMLInputElement;
    const code = input.value.trim();
    if (accessLevelOf(session) === 'visitor') return setAnswer({ kind: 'stranger' });
    if (code === '') {
      setAnswer({ kind: 'refused', text: voucherRefusals.VOUCHER_EMPTY });
      return input.focus();
    }
    setBusy(true);
    setAnswer(null);
    const next = await send(code);
    setBusy(false);
    setAnswer(next);
    if (next.kind === 'done') {
      if (input.value.trim() === code) input.value = '';
      onRedeemed?.();
    } else input.focus();
  });

  return (
    <section className={styles.box} aria-labelledby={`${id}-title`}>
      <div className={styles.stub}>
        <h2 className="d h3" id={`${id}-title`}>
          {redeem.title}
        </h2>
        <p className="muted">{redeem.text}</p>
      </div>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>{redeem.label}</label>
        <div className={styles.row}>
          <input
            id={id}
            name="code"
            className={styles.code}
            inputMode="numeric"
            autoComplete="off"
            maxLength={60}
            placeholder={redeem.placeholder}
            aria-invalid={wrong || undefined}
            aria-describedby={`${id}-answer`}
            onChange={() => wrong && setAnswer(null)}
          />
          <Button type="submit" loading={busy} loadingLabel={redeem.busy}>
            {redeem.button}
          </Button>
        </div>
        <div className={styles.answer} id={`${id}-answer`} role={wrong ? 'alert' : 'status'} data-kind={answer?.kind}>
          {answer === null && redeem.hint}
          {answer?.kind === 'stranger' && (
            <>
              {redeem.notSignedIn} <Link to={authPath(back + hash)}>{redeem.signIn}</Link>
            </>
          )}
          {(answer?.kind === 'done' || answer?.kind === 'refused') && answer.text}
        </div>
      </form>
    </section>
  );
}

async function send(code: string): Promise<Answer> {
  const outcome = await write<{ bannerCount: number }>(
    async () => (await import('../api.ts')).client.vouchers.redeem({ code }),
    { arrived: redeemedByMe },
  );
  if (outcome.outcome === 'done') return { kind: 'done', text: redeem.success(outcome.value.bannerCount) };
  if (outcome.code === 'UNAUTHORIZED') return { kind: 'stranger' };
  const mine = outcome.outcome === 'refused' && redeemedByMe(outcome) ? ` ${redeem.usedByYou}` : '';
  return { kind: 'refused', text: outcome.text + mine };
}

function redeemedByMe({ code, data }: Refusal): { bannerCount: number } | undefined {
  const { mine, bannerCount } = (data ?? {}) as { mine?: boolean; bannerCount?: number };
  return code === 'VOUCHER_USED' && mine && bannerCount !== undefined ? { bannerCount } : undefined;
}

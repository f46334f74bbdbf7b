import { useState } from 'react';
import { signIn } from '#domain/accounts/copy.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { throwOnSignInError, wasMailSentAlready } from '../throw-on-sign-in-error.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { useWait } from './use-wait.ts';

interface Props {
  email: string;
  /** The first mail was asked for this moment. */
  justSent?: boolean;
}

/**
 * Another mail with the link, for an address that was never confirmed; whether it waits for one is never said. The server mails an address
 * once in a minute and is silent about the rest, so until then the button says how long.
 */
export function ResendConfirmation({ email, justSent = false }: Props) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const { left, start } = useWait(justSent);
  const send = useSingleFlight(async () => {
    setState('sending');
    const outcome = await write<unknown>(
      async () => throwOnSignInError((await authClient()).resend({ type: 'signup', email })),
      {
        arrived: wasMailSentAlready,
      },
    );
    setState(outcome.outcome === 'done' ? 'sent' : 'idle');
    if (outcome.outcome !== 'done') toast.error(outcome.text);
    if (outcome.outcome === 'done' || outcome.code === 'over_email_send_rate_limit') start();
  });
  return (
    <>
      {state === 'sent' && <p role="status">{signIn.resent(email)}</p>}
      <Button
        type="button"
        variant="secondary"
        size="sm"
        disabled={left > 0}
        loading={state === 'sending'}
        loadingLabel={signIn.resending}
        onClick={send}
      >
        {signIn.resendConfirm}
      </Button>
      {left > 0 && <p className="muted s">{signIn.resendIn(left)}</p>}
    </>
  );
}

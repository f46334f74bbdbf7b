import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { common } from '#domain/copy.ts';
import { confirmation } from '#domain/payments/copy.ts';
import { api, errorCode } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { useSession } from '../session.ts';
import { SandboxNotice } from '../shell/sandbox-notice.tsx';
import { Button } from '../ui/button.tsx';
import { PaidCard } from './paid-card.tsx';
import styles from './payments.module.css';
import { ProcessingCard, UnpaidCard, VerifyingCard } from './state-card.tsx';

/** Where the payment page sends the buyer back. The address proves nothing: the server asks the provider. */
export default function PaymentSuccessPage() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id')?.trim() ?? '';
  return (
    <div className={styles.confirmation}>
      <SandboxNotice />
      {sessionId ? (
        <Verification key={sessionId} sessionId={sessionId} />
      ) : (
        <UnpaidCard reason={confirmation.noSession} />
      )}
    </div>
  );
}

function Verification({ sessionId }: { sessionId: string }) {
  const session = useSession();
  const { data, error, isFetching, refetch } = useQuery(
    api.payments.verifyPayment.queryOptions({
      input: { sessionId },
      /** Verifying settles the payment earlier than the webhook; once per visit, and again on the buyer's request. */
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: ({ state }) => state.data?.status === 'processing' && 'always',
    }),
  );
  useOwnChanges(() => data?.status === 'processing' && refetch(), session.status === 'signedIn');

  const ask = (label: string) => (
    <Button type="button" full loading={isFetching} loadingLabel={confirmation.verifying} onClick={() => refetch()}>
      {label}
    </Button>
  );
  if (data?.status === 'paid') return <PaidCard sessionId={sessionId} />;
  if (data?.status === 'processing') return <ProcessingCard again={ask(confirmation.checkAgain)} />;
  if (data?.status === 'returned') return <UnpaidCard reason={confirmation.returned} />;
  if (data) return <UnpaidCard reason={confirmation.notPaid} again={ask(confirmation.checkAgain)} />;
  if (!error) return <VerifyingCard />;
  const code = errorCode(error);
  if (code === 'SESSION_MISSING') return <UnpaidCard reason={confirmation.noSession} />;
  if (code === 'SESSION_UNKNOWN') return <UnpaidCard reason={confirmation.failed} />;
  return <UnpaidCard reason={confirmation.failed} again={ask(common.retry)} />;
}

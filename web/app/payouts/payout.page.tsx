import { useParams } from 'react-router';
import { lateCopy } from '#domain/late-copy.ts';
import { late } from '../ui/late/late.tsx';

const OwnPayout = late(() => import('./own-payout.tsx'), { size: 'part', title: lateCopy.payouts });

/** The page behind the link in the mail: where the money shall go. */
export default function PayoutPage() {
  const { token = '' } = useParams();
  return <OwnPayout token={token} />;
}

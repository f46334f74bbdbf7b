import { useParams } from 'react-router';
import { lateCopy } from '#domain/late-copy.ts';
import { pages } from '#domain/pages.ts';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const OwnPayout = lazyComponent(() => import('./own-payout.tsx'), {
  size: 'part',
  waiting: <Skeleton lines={6} heading={pages.payout.title} />,
  title: lateCopy.payouts,
});

/** The page behind the link in the mail: where the money shall go. */
export default function PayoutPage() {
  const { token = '' } = useParams();
  return <OwnPayout token={token} />;
}

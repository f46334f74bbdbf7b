import { useParams } from 'react-router';
import { followLate } from '#domain/fulfilment/late-copy.ts';
import { pages } from '#domain/pages.ts';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const FollowedParcel = lazyComponent(() => import('./followed-parcel.tsx'), {
  size: 'part',
  waiting: <Skeleton lines={8} heading={pages.parcel.title} />,
  title: followLate.parcel,
});

/** The page behind the link in the mail. What it is made of is fetched with it, so that other pages do not name its parts. */
export default function ParcelPage() {
  const { token = '' } = useParams();
  return <FollowedParcel token={token} />;
}

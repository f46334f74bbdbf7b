import { pages } from '#domain/pages.ts';
import { rewardsDeskTitle } from '#domain/rewards/desk-title-copy.ts';
import { late } from '../ui/late/late.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Its names stay out of the manifest of routes, which every page loads. */
const DeskScreen = late(() => import('./desk-screen.tsx'), {
  size: 'part',
  waiting: (
    <>
      <AdminHead title={rewardsDeskTitle} />
      <Skeleton lines={8} />
    </>
  ),
  title: pages.adminRewards.name,
});

export default function AdminRewardsPage() {
  return <DeskScreen />;
}

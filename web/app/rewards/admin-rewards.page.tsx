import { pages } from '#domain/pages.ts';
import { rewardsDeskTitle } from '#domain/rewards/desk-title-copy.ts';
import { AdminWaiting } from '../ui/admin-waiting.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';

/** Its names stay out of the manifest of routes, which every page loads. */
const DeskScreen = lazyComponent(() => import('./desk-screen.tsx'), {
  size: 'part',
  waiting: <AdminWaiting title={rewardsDeskTitle} />,
  title: pages.adminRewards.name,
});

export default function AdminRewardsPage() {
  return <DeskScreen />;
}

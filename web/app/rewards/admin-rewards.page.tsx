import { pages } from '#domain/pages.ts';
import { late } from '../ui/late/late.tsx';

/** Its names stay out of the manifest of routes, which every page loads. */
const DeskScreen = late(() => import('./desk-screen.tsx'), { size: 'part', title: pages.adminRewards.name });

export default function AdminRewardsPage() {
  return <DeskScreen />;
}

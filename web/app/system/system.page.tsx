import { pages } from '#domain/pages.ts';
import { late } from '../ui/late/late.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Its names stay out of the manifest of routes, which every page loads. */
const SystemScreen = late(() => import('./system-screen.tsx'), {
  size: 'part',
  waiting: (
    <>
      <AdminHead title={pages.adminSystem.name} />
      <Skeleton lines={8} />
    </>
  ),
  title: pages.adminSystem.name,
});

export default function AdminSystemPage() {
  return <SystemScreen />;
}

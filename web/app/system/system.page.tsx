import { pages } from '#domain/pages.ts';
import { AdminWaiting } from '../ui/admin-waiting.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';

/** Its names stay out of the manifest of routes, which every page loads. */
const SystemScreen = lazyComponent(() => import('./system-screen.tsx'), {
  size: 'part',
  waiting: <AdminWaiting title={pages.adminSystem.name} />,
  title: pages.adminSystem.name,
});

export default function AdminSystemPage() {
  return <SystemScreen />;
}

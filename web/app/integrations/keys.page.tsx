import { pages } from '#domain/pages.ts';
import { AdminWaiting } from '../ui/admin-waiting.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';

/** Its names stay out of the manifest of routes, which every page loads. */
const IntegrationsScreen = lazyComponent(() => import('./integrations-screen.tsx'), {
  size: 'part',
  waiting: <AdminWaiting title={pages.adminKeys.name} />,
  title: pages.adminKeys.name,
});

export default function AdminKeysPage() {
  return <IntegrationsScreen />;
}

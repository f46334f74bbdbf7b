import { pages } from '#domain/pages.ts';
import { late } from '../ui/late/late.tsx';

/** Its names stay out of the manifest of routes, which every page loads. */
const SystemScreen = late(() => import('./system-screen.tsx'), { size: 'part', title: pages.adminSystem.name });

export default function AdminSystemPage() {
  return <SystemScreen />;
}

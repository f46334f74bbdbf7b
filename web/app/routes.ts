import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { type Page, pages } from '../../domain/pages.ts';

/** The pages of a layout, from domain/pages.ts. Several pages may share a file, so a route is identified by its page. */
const routesIn = (wanted: Page['layout']) =>
  Object.entries(pages)
    .filter(([, page]) => page.layout === wanted)
    .map(([id, { path, file }]) => (path === '/' ? index(file, { id }) : route(path.slice(1), file, { id })));

export default [
  layout('shell/public.layout.tsx', [
    ...routesIn('public'),
    layout('shell/data.layout.tsx', { id: 'data' }, routesIn('data')),
    route('*', 'shell/errors/not-found.page.tsx'),
  ]),
  layout('shell/admin.layout.tsx', [layout('shell/data.layout.tsx', { id: 'admin-data' }, routesIn('admin'))]),
  layout('shell/admin-screen.layout.tsx', [
    layout('shell/data.layout.tsx', { id: 'admin-screen-data' }, routesIn('admin-screen')),
  ]),
  ...routesIn('none'),

  route('sitemap.xml', 'shell/seo/sitemap.ts'),
  route('robots.txt', 'shell/seo/robots.ts'),
  route('503.html', 'shell/unavailable/unavailable.ts'),
] satisfies RouteConfig;

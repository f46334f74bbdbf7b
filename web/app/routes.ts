import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The map of the site: addresses on the left, screens on the right. Titles and descriptions: domain/pages.ts. */
export default [
  layout('shell/public.layout.tsx', [
    index('home/home.page.tsx'),
    route('usb-packages', 'catalogue/usb-packages.page.tsx'),
    route('event/karte', 'events/karte.page.tsx'),
    route('event/karta/:token', 'events/ticket.page.tsx'),
    route('*', 'shell/not-found.page.tsx'),
  ]),
  layout('shell/admin.layout.tsx', [
    route('admin/event-payments', 'events/admin-event-payments.page.tsx'),
    route('admin/check-in', 'events/check-in.page.tsx'),
  ]),
] satisfies RouteConfig;

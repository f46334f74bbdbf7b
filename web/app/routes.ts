import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { type LegalPage, legalPages } from '../../domain/legal/versions.ts';
import { pages } from '../../domain/pages.ts';

const legal = Object.keys(legalPages) as LegalPage[];

/** The map of the site: addresses on the left, screens on the right. Titles and descriptions: domain/pages.ts. */
export default [
  layout('shell/public.layout.tsx', [
    index('home/home.page.tsx'),
    route('usb-packages', 'catalogue/usb-packages.page.tsx'),
    route('marketing-packages', 'advertising/marketing-packages.page.tsx'),
    route('marketing-package', 'advertising/marketing-package.page.tsx'),

    route('auth', 'accounts/auth.page.tsx'),
    route('auth/forgot', 'accounts/forgot.page.tsx'),
    route('auth/confirm', 'accounts/confirm.page.tsx'),
    layout('shell/data.layout.tsx', [
      route('pending-approval', 'accounts/pending-approval.page.tsx'),
      route('usb-purchase', 'payments/usb-purchase.page.tsx'),
      route('marketing-purchase', 'payments/marketing-purchase.page.tsx'),
      route('payment-success', 'payments/payment-success.page.tsx'),
      route('ref-register', 'network/ref-register.page.tsx'),
      route('device-login/:id', 'devices/device-login.page.tsx'),
      route('account', 'account/account.page.tsx'),
      route('event/karta/:token', 'events/ticket.page.tsx'),
    ]),

    route('event/karte', 'events/karte.page.tsx'),
    route('ads-templates', 'advertising/ads-templates.page.tsx'),

    ...legal.map((name) => route(pages[name].path.slice(1), 'legal/document.page.tsx', { id: name })),
    route('*', 'shell/not-found.page.tsx'),
  ]),

  route('tv', 'devices/tv.page.tsx'),

  route('sitemap.xml', 'shell/sitemap.ts'),
  route('robots.txt', 'shell/robots.ts'),

  layout('shell/admin.layout.tsx', [
    layout('shell/data.layout.tsx', { id: 'admin-data' }, [
      route('admin', 'admin/admin.page.tsx'),
      route('admin/subscriptions', 'advertising/admin-subscriptions.page.tsx'),
      route('admin/vouchers', 'vouchers/admin-vouchers.page.tsx'),
      route('admin/users', 'accounts/admin-users.page.tsx'),
      route('admin/sales', 'orders/admin-sales.page.tsx'),
      route('admin/registration-requests', 'accounts/admin-registration-requests.page.tsx'),
      route('admin/event-payments', 'events/admin-event-payments.page.tsx'),
      route('admin/network-visual', 'network/network-visual.page.tsx'),
      route('admin/audit', 'admin/audit.page.tsx'),
      route('admin/mail', 'admin/mail.page.tsx'),
      route('admin/add-to-network', 'network/add-to-network.page.tsx'),
      route('admin/check-in', 'events/check-in.page.tsx'),
    ]),
  ]),
] satisfies RouteConfig;

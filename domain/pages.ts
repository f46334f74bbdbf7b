import type { Permission } from './access.ts';
import { withoutTrailingSlashes } from './slashes.ts';

/**
 * A page of the site. Routes, menus, sitemap, prerendering, the 404 decision, links in mails and the accessibility tests
 * all follow from its entry below: a new page is one entry and one file.
 */
export interface Page {
  path: string;
  /** The screen, in web/app. */
  file: string;
  title: string;
  description: string;
  /** What stands around the screen: web/app/shell/<layout>.layout.tsx; `data` is `public` with the query client. */
  layout: 'public' | 'data' | 'admin' | 'admin-screen' | 'none';
  /** Written as HTML with its full text at build; the others are drawn in the browser. */
  prerendered: boolean;
  /** May be found by search engines. */
  indexed: boolean;
  footer?: boolean;
  /** What links to the page are called; a page in a menu has one. */
  name?: string;
  /** The menus that name the page, and its place in each. */
  menus?: Partial<Record<Menu, number>>;
  /** What staff need to open it. */
  permission?: Permission;
}

/** `site` and `member` are in the header, `footer` and `legal` in the footer, `dashboard` on /admin. */
export type Menu = 'site' | 'member' | 'admin' | 'dashboard' | 'footer' | 'legal';

const PUBLIC = { layout: 'public', prerendered: true, indexed: true } as const;
/** What is drawn in the browser alone is found by nobody, and every page loads this table: one description is enough. */
const DRAWN = { prerendered: false, indexed: false, description: 'Vidik: uređaji, reklame i nalog.' } as const;
const SIGN_IN = { ...DRAWN, layout: 'public', footer: false } as const;
const DATA = { ...DRAWN, layout: 'data' } as const;
const ADMIN = { ...DRAWN, layout: 'admin' } as const;
const SCREEN = { layout: 'none', prerendered: false, indexed: false } as const;

/** A legal document that is in force no more; its path ends with the day from which it was. */
function earlierVersion<Path extends string>(document: string, path: Path) {
  const [year, month, day] = path.slice(-10).split('-').map(Number);
  const name = `${document}, verzija od ${day}. ${month}. ${year}`;
  return {
    ...PUBLIC,
    indexed: false,
    path,
    file: 'legal/document.page.tsx',
    title: `${name}. | Vidik`,
    description: `${name}, koja više nije na snazi.`,
  } as const;
}

export const pages = {
  home: {
    ...PUBLIC,
    path: '/',
    file: 'home/home.page.tsx',
    title: 'Vidik: reklame koje se računaju',
    description:
      'Vidik je USB uređaj za striming koji nagrađuje gledanje reklama. Firme biraju region i grupu gledalaca i plaćaju samo uračunate prikaze.',
  },
  usbPackages: {
    ...PUBLIC,
    path: '/usb-packages',
    file: 'catalogue/usb-packages.page.tsx',
    title: 'USB uređaji: 1, 10 ili 100 komada | Vidik',
    description:
      'Uređaj Vidik sa licencom, garancijom od 5 godina, podrškom i dostavom u ceni. Paketi od 1, 10 i 100 uređaja, od 219 € do 17.999 €.',
    name: 'Kupovina USB uređaja',
    menus: { site: 1, footer: 1 },
  },
  marketingPackages: {
    ...PUBLIC,
    path: '/marketing-packages',
    file: 'advertising/marketing-packages.page.tsx',
    title: 'Mesečni reklamni paketi | Vidik',
    description:
      'Pet mesečnih paketa L-banera i TV sekundi, od 99 € do 4.999 €. Birate region i grupu gledalaca, a promotivna cena ostaje ista prvih 12 meseci.',
  },
  marketingPackage: {
    ...PUBLIC,
    path: '/marketing-package',
    file: 'advertising/marketing-package.page.tsx',
    title: 'Specijalni paket: 100 lokacija | Vidik',
    description:
      'Vaša reklama na 100 lokacija 30 dana, na svakih 30 minuta, od 08:00 do 00:00. Najmanje 10.000 pregleda dnevno, po ceni od 1.500 €.',
    name: 'Reklamni paketi',
    menus: { site: 2, footer: 2 },
  },
  event: {
    ...PUBLIC,
    path: '/event/karte',
    file: 'events/tickets.page.tsx',
    title: 'Širi vidik: karte i smeštaj na moru',
    description:
      'Dvodnevni događaj o poslovnoj motivaciji i liderstvu na moru. Karte od 99,99 €, uz smeštaj i pun pansion ako ih poželite.',
    name: 'Događaj',
    menus: { site: 3, footer: 3 },
  },
  personalDataProcessing: {
    ...PUBLIC,
    path: '/personal-data-processing',
    file: 'legal/document.page.tsx',
    title: 'Obaveštenje o obradi podataka | Vidik',
    description:
      'Koje podatke o ličnosti prikupljamo, zašto, koliko dugo ih čuvamo i koja prava imate po Zakonu o zaštiti podataka o ličnosti.',
    name: 'Obaveštenje o obradi podataka o ličnosti',
    menus: { legal: 1 },
  },
  termsConditions: {
    ...PUBLIC,
    path: '/terms-conditions',
    file: 'legal/document.page.tsx',
    title: 'Uslovi za članove | Vidik',
    description:
      'Pravila za članove: besplatna registracija, kupovina uređaja, nagrade, odustanak u roku od 14 dana, reklamacije i prestanak ugovora.',
    name: 'Uslovi za članove',
    menus: { legal: 2 },
  },
  companyPrivacyPolicy: {
    ...PUBLIC,
    path: '/company-privacy-policy',
    file: 'legal/document.page.tsx',
    title: 'Politika privatnosti za firme | Vidik',
    description:
      'Kako obrađujemo podatke firmi, zastupnika i osoba za kontakt: svrhe, primaoci, rokovi čuvanja i prava.',
    name: 'Politika privatnosti za firme',
    menus: { legal: 3 },
  },
  installerPrivacyPolicy: {
    ...PUBLIC,
    path: '/installer-privacy-policy',
    file: 'legal/document.page.tsx',
    title: 'Politika privatnosti za montere | Vidik',
    description: 'Koje podatke montera obrađujemo, ko ih dobija, koliko ih čuvamo i kako da ostvarite svoja prava.',
    name: 'Politika privatnosti za montere',
    menus: { legal: 4 },
  },
  installerTermsWarranty: {
    ...PUBLIC,
    path: '/installer-terms-warranty',
    file: 'legal/document.page.tsx',
    title: 'Uslovi za montere i garancija | Vidik',
    description: 'Obaveze montera, naknada, odgovornost i granice garancije za montažu uređaja Vidik.',
    name: 'Uslovi za montere i isključenje garancije',
    menus: { legal: 5 },
  },
  personalDataProcessing1: earlierVersion('Obaveštenje o obradi podataka', '/personal-data-processing/2026-11-01'),
  personalDataProcessing2: earlierVersion('Obaveštenje o obradi podataka', '/personal-data-processing/2026-11-23'),
  installerPrivacyPolicy1: earlierVersion('Politika privatnosti za montere', '/installer-privacy-policy/2026-11-01'),
  termsConditions1: earlierVersion('Uslovi za članove', '/terms-conditions/2026-11-01'),
  termsConditions2: earlierVersion('Uslovi za članove', '/terms-conditions/2026-11-24'),
  companyTerms1: earlierVersion('Uslovi za firme', '/company-terms/2026-11-01'),
  companyTerms2: earlierVersion('Uslovi za firme', '/company-terms/2026-11-24'),
  companyTerms3: earlierVersion('Uslovi za firme', '/company-terms/2026-11-26'),
  companyTerms4: earlierVersion('Uslovi za firme', '/company-terms/2026-11-27'),
  companyTerms5: earlierVersion('Uslovi za firme', '/company-terms/2026-11-28'),
  companyTerms6: earlierVersion('Uslovi za firme', '/company-terms/2026-11-29'),
  companyTerms: {
    ...PUBLIC,
    path: '/company-terms',
    file: 'legal/document.page.tsx',
    title: 'Uslovi za firme | Vidik',
    description:
      'Uslovi za oglašivače: paketi, pretplata, sadržaj reklama, plaćanje, vaučeri, otkaz u roku od 30 dana.',
    name: 'Uslovi za firme',
    menus: { legal: 6 },
  },

  auth: {
    ...SIGN_IN,
    path: '/auth',
    file: 'auth/auth.page.tsx',
    title: 'Prijava i registracija | Vidik',
  },
  authForgot: {
    ...SIGN_IN,
    path: '/auth/forgot',
    file: 'auth/forgot.page.tsx',
    title: 'Zaboravljena lozinka | Vidik',
  },
  authConfirm: {
    ...SIGN_IN,
    path: '/auth/confirm',
    file: 'auth/confirm.page.tsx',
    title: 'Potvrda | Vidik',
  },
  authUndo: {
    ...SIGN_IN,
    path: '/auth/undo',
    file: 'auth/undo.page.tsx',
    title: 'Poništavanje promene | Vidik',
  },
  accountClosed: {
    ...SIGN_IN,
    path: '/account-closed',
    file: 'my/account-closed.page.tsx',
    title: 'Nalog je zatvoren | Vidik',
  },
  pendingApproval: {
    ...DATA,
    path: '/pending-approval',
    file: 'accounts/pending-approval.page.tsx',
    title: 'Zahtev je poslat | Vidik',
    footer: false,
  },
  usbPurchase: {
    ...DATA,
    path: '/usb-purchase',
    file: 'payments/usb-purchase.page.tsx',
    title: 'Kupovina uređaja | Vidik',
  },
  marketingPurchase: {
    ...DATA,
    path: '/marketing-purchase',
    file: 'payments/marketing-purchase.page.tsx',
    title: 'Pretplata na reklamni paket | Vidik',
  },
  paymentSuccess: {
    ...DATA,
    path: '/payment-success',
    file: 'payments/payment-success.page.tsx',
    title: 'Potvrda plaćanja | Vidik',
  },
  account: {
    ...DATA,
    path: '/account',
    file: 'my/account.page.tsx',
    title: 'Moj nalog | Vidik',
    name: 'Moj nalog',
    menus: { member: 1 },
  },
  accountOrder: {
    ...DATA,
    path: '/account/orders/:number',
    file: 'orders/own/order.page.tsx',
    title: 'Narudžbina | Vidik',
  },
  accountCampaign: {
    ...DATA,
    path: '/account/campaigns/:id',
    file: 'campaigns/campaign.page.tsx',
    title: 'Kampanja | Vidik',
  },
  accountReturn: {
    ...DATA,
    path: '/account/orders/:number/return',
    file: 'orders/returns/return.page.tsx',
    title: 'Vraćanje uređaja | Vidik',
  },
  parcel: {
    ...DATA,
    path: '/parcel/:token',
    file: 'orders/following/parcel.page.tsx',
    title: 'Gde je moj paket | Vidik',
  },
  payout: {
    ...DATA,
    path: '/refund/:token',
    file: 'payouts/payout.page.tsx',
    title: 'Povraćaj novca | Vidik',
  },
  adsTemplates: {
    ...PUBLIC,
    indexed: false,
    path: '/ads-templates',
    file: 'advertising/ads-templates.page.tsx',
    title: 'Šabloni za reklame | Vidik',
    description:
      'Besplatni šabloni za L-baner i TV spot, sa označenim merama. Preuzimanje počinje čim otvorite stranu.',
  },
  refRegister: {
    ...DATA,
    path: '/ref-register',
    file: 'network/ref-register.page.tsx',
    title: 'Registracija preko preporuke | Vidik',
    footer: false,
  },
  deviceLogin: {
    ...DATA,
    path: '/device-login/:id',
    file: 'devices/device-login.page.tsx',
    title: 'Povezivanje televizora | Vidik',
    footer: false,
  },
  deviceNumber: {
    ...DATA,
    path: '/device-login',
    file: 'devices/device-number.page.tsx',
    title: 'Povezivanje televizora | Vidik',
    footer: false,
  },
  deviceUnlink: {
    ...DATA,
    path: '/device-unlink',
    file: 'devices/device-unlink.page.tsx',
    title: 'Prekid veze sa televizorom | Vidik',
    footer: false,
  },
  eventTicket: {
    ...DATA,
    path: '/event/karta/:token',
    file: 'events/ticket.page.tsx',
    title: 'Vaša karta | Širi vidik',
  },
  tv: {
    ...SCREEN,
    path: '/tv',
    file: 'devices/tv.page.tsx',
    title: 'Povežite ovaj televizor | Vidik',
    description: 'Skenirajte QR kod telefonom da biste povezali televizor sa nalogom.',
  },

  admin: {
    ...ADMIN,
    path: '/admin',
    file: 'admin/admin.page.tsx',
    title: 'Admin Dashboard | Vidik',
    name: 'Admin Dashboard',
    menus: { admin: 1 },
  },
  adminSubscriptions: {
    ...ADMIN,
    path: '/admin/subscriptions',
    file: 'advertising/subscriptions/admin-subscriptions.page.tsx',
    title: 'Paketi | Vidik admin',
    name: 'Paketi',
    menus: { admin: 2, dashboard: 1 },
    permission: 'see sales',
  },
  adminVouchers: {
    ...ADMIN,
    path: '/admin/vouchers',
    file: 'vouchers/admin-vouchers.page.tsx',
    title: 'Vaučeri | Vidik admin',
    name: 'Vaučeri',
    menus: { dashboard: 9 },
    permission: 'manage vouchers',
  },
  adminSales: {
    ...ADMIN,
    path: '/admin/sales',
    file: 'orders/sales/admin-sales.page.tsx',
    title: 'Prodaja | Vidik admin',
    name: 'Prodaja',
    menus: { admin: 3, dashboard: 2 },
    permission: 'see sales',
  },
  adminOrder: {
    ...ADMIN,
    path: '/admin/orders/:number',
    file: 'orders/desk/admin-order.page.tsx',
    title: 'Narudžbina | Vidik admin',
    permission: 'see parcels',
  },
  adminNewOrder: {
    ...ADMIN,
    path: '/admin/new-order',
    file: 'payments/new-order/new-order.page.tsx',
    title: 'Nova narudžbina | Vidik admin',
    permission: 'place orders',
  },
  adminUsers: {
    ...ADMIN,
    path: '/admin/users',
    file: 'accounts/admin-users.page.tsx',
    title: 'Korisnici | Vidik admin',
    name: 'Korisnici',
    menus: { admin: 4, dashboard: 3 },
    permission: 'see people',
  },
  adminPerson: {
    ...ADMIN,
    path: '/admin/users/:id',
    file: 'accounts/person/admin-person.page.tsx',
    title: 'Korisnik | Vidik admin',
    permission: 'see people',
  },

  adminRegistrationRequests: {
    ...ADMIN,
    path: '/admin/registration-requests',
    file: 'accounts/admin-registration-requests.page.tsx',
    title: 'Zahtevi za registraciju | Vidik admin',
    name: 'Zahtevi za registraciju',
    menus: { dashboard: 4 },
    permission: 'decide registrations',
  },
  adminEventPayments: {
    ...ADMIN,
    path: '/admin/event-payments',
    file: 'events/admin/admin-event-payments.page.tsx',
    title: 'Event Uplate | Vidik admin',
    name: 'Event Uplate',
    menus: { admin: 5, dashboard: 5 },
    permission: 'manage event',
  },
  adminCheckIn: {
    ...ADMIN,
    layout: 'admin-screen',
    path: '/admin/check-in',
    file: 'events/check-in/check-in.page.tsx',
    title: 'Ulaz na događaj | Vidik admin',
    name: 'Ulaz na događaj',
    menus: { dashboard: 6 },
    permission: 'manage event',
  },
  adminAddToNetwork: {
    ...ADMIN,
    path: '/admin/add-to-network',
    file: 'network/add-to-network.page.tsx',
    title: 'Dodaj u mrežu | Vidik admin',
    name: 'Dodaj u mrežu',
    menus: { admin: 6, dashboard: 7 },
    permission: 'manage network',
  },
  adminBank: {
    ...ADMIN,
    path: '/admin/bank',
    file: 'bank/desk/admin-bank.page.tsx',
    title: 'Banka | Vidik admin',
    name: 'Banka',
    menus: { admin: 7, dashboard: 14 },
    permission: 'keep accounts',
  },
  adminAudit: {
    ...ADMIN,
    path: '/admin/audit',
    file: 'admin/audit/audit.page.tsx',
    title: 'Dnevnik | Vidik admin',
    name: 'Dnevnik',
    menus: { dashboard: 11 },
    permission: 'see audit',
  },
  adminMail: {
    ...ADMIN,
    path: '/admin/mail',
    file: 'admin/mail/mail.page.tsx',
    title: 'Email poruke | Vidik admin',
    name: 'Poruke',
    menus: { dashboard: 10 },
    permission: 'manage mail',
  },
  adminStaff: {
    ...ADMIN,
    path: '/admin/staff',
    file: 'accounts/staff/admin-staff.page.tsx',
    title: 'Dužnosti | Vidik admin',
    name: 'Dužnosti',
    menus: { dashboard: 13 },
    permission: 'give duties',
  },
  adminStock: {
    ...ADMIN,
    path: '/admin/stock',
    file: 'stock/admin-stock.page.tsx',
    title: 'Zalihe | Vidik admin',
    name: 'Zalihe',
    menus: { dashboard: 12 },
    permission: 'keep stock',
  },
  adminTvs: {
    ...ADMIN,
    path: '/admin/tvs',
    file: 'tvs/admin-tvs.page.tsx',
    title: 'Televizori | Vidik admin',
    name: 'Televizori',
    menus: { dashboard: 16 },
    permission: 'manage campaigns',
  },
  adminCampaigns: {
    ...ADMIN,
    path: '/admin/campaigns',
    file: 'campaigns/admin-campaigns.page.tsx',
    title: 'Kampanje | Vidik admin',
    name: 'Kampanje',
    menus: { dashboard: 15 },
    permission: 'manage campaigns',
  },
  adminRewards: {
    ...ADMIN,
    path: '/admin/rewards',
    file: 'rewards/admin-rewards.page.tsx',
    title: 'Nagrade | Vidik admin',
    name: 'Nagrade',
    menus: { dashboard: 17 },
    permission: 'keep accounts',
  },
  adminSystem: {
    ...ADMIN,
    path: '/admin/system',
    file: 'system/system.page.tsx',
    title: 'Sistem | Vidik admin',
    name: 'Sistem',
    menus: { dashboard: 18 },
    permission: 'see system',
  },
  adminKeys: {
    ...ADMIN,
    path: '/admin/keys',
    file: 'integrations/keys.page.tsx',
    title: 'Pristup za programe | Vidik admin',
    name: 'Pristup za programe',
    menus: { dashboard: 19 },
    permission: 'manage integrations',
  },
  adminNetworkVisual: {
    ...ADMIN,
    path: '/admin/network-visual',
    file: 'network/visual/network-visual.page.tsx',
    title: 'Prikaz mreže | Vidik admin',
    name: 'Prikaz mreže',
    menus: { dashboard: 8 },
    permission: 'manage network',
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** The names of the pages in a menu. */
export type PageIn<M extends Menu> = {
  [N in PageName]: (typeof pages)[N] extends { menus: Record<M, number> } ? N : never;
}[PageName];

/** A menu in its order: each page's name in this file, its address and what the link is called. */
export const menuPages = <M extends Menu>(menu: M): { page: PageIn<M>; path: string; name: string }[] =>
  (Object.entries(pages) as [PageIn<M>, Page][])
    .flatMap(([page, { path, name = '', menus }]) => (menus?.[menu] ? [{ page, path, name, place: menus[menu] }] : []))
    .sort((one, other) => one.place - other.place);

/** Whether the page asks for nothing that is missing; the web hides the page otherwise, and the server refuses its calls. */
export const mayOpen = (name: PageName, permissions: ReadonlySet<Permission>): boolean => {
  const { permission }: Page = pages[name];
  return permission === undefined || permissions.has(permission);
};

const patterns = Object.entries(pages).map(([name, { path }]) => {
  const parts = path.replace(/:\w+/g, '([^/]+)');
  return { name: name as PageName, path, exact: new RegExp(`^${parts}$`), anyCase: new RegExp(`^${parts}$`, 'i') };
});

const withoutSlash = (pathname: string) => (pathname === '/' ? pathname : withoutTrailingSlashes(pathname));

/** The page of a path, `null` for an unknown one. Trailing slashes are tolerated, letter case is not: see `lowerCasePath`. */
export function pageOf(pathname: string): PageName | null {
  const wanted = withoutSlash(pathname);
  return patterns.find(({ exact }) => exact.test(wanted))?.name ?? null;
}

/**
 * Where a path leads whose fixed parts are written in other letters: `/Event/Karta/aB9` is `/event/karta/aB9`, because
 * tokens and other parameters keep theirs. `null` for the address of a page as it is, and for an unknown one.
 */
export function lowerCasePath(pathname: string): string | null {
  if (pageOf(pathname)) return null;
  const wanted = withoutSlash(pathname);
  for (const { path, anyCase } of patterns) {
    const parameters = anyCase.exec(wanted)?.slice(1);
    if (parameters) return path.replace(/:\w+/g, () => parameters.shift()!);
  }
  return null;
}

/** The name of a page's sharing card in web/public/og: `/event/karte` has `event-karte`, the home page `home`. */
export const sharingCardName = (path: string): string => path.slice(1).replaceAll('/', '-') || 'home';

/** Pages that show what their device keeps, so that they open also while the server has no database. */
const KEPT: readonly PageName[] = ['adminCheckIn', 'eventTicket', 'tv'];

/** Whether a page shows nothing but what the server reads from the database. */
export function needsDatabase(pathname: string): boolean {
  const name = pageOf(pathname);
  return name !== null && !pages[name].prerendered && !KEPT.includes(name);
}

/**
 * Every page of the site. The web's routes, the server's 404 decision, the sitemap and links in mails all read this map.
 * `shell` says how the page is served: `public` pages are prerendered with their full text; `app` pages need the session
 * and are drawn in the browser. Texts: copy/landing.md, section 13.
 */
export interface Page {
  path: string;
  title: string;
  description: string;
  shell: 'public' | 'app';
  index: boolean;
}

const open = (path: string, title: string, description: string): Page => ({
  path,
  title,
  description,
  shell: 'public',
  index: true,
});
const quiet = (path: string, title: string, description: string): Page => ({
  path,
  title,
  description,
  shell: 'app',
  index: false,
});

export const pages = {
  home: open(
    '/',
    'Vidik: reklame koje se računaju',
    'Vidik je USB uređaj za striming koji nagrađuje gledanje reklama. Firme biraju region i grupu gledalaca i plaćaju samo prikaze koje je neko video.',
  ),
  usbPackages: open(
    '/usb-packages',
    'USB uređaji: 1, 10 ili 100 komada | Vidik',
    'Uređaj Vidik sa licencom, garancijom od 5 godina, podrškom i dostavom u ceni. Paketi od 1, 10 i 100 uređaja, od 219 € do 17.999 €.',
  ),
  marketingPackages: open(
    '/marketing-packages',
    'Mesečni reklamni paketi | Vidik',
    'Pet mesečnih paketa L-banera i TV sekundi, od 99 € do 4.999 €. Birate region i grupu gledalaca, a promotivna cena ostaje ista prvih 12 meseci.',
  ),
  marketingPackage: open(
    '/marketing-package',
    'Specijalni paket: 100 lokacija | Vidik',
    'Vaša reklama na 100 lokacija 30 dana, na svakih 30 minuta, od 08:00 do 00:00. Najmanje 10.000 pregleda dnevno, po ceni od 1.500 €.',
  ),
  event: open(
    '/event/karte',
    'Širi vidik: karte i smeštaj, 20–21. septembar',
    'Dvodnevni događaj o poslovnoj motivaciji i liderstvu na moru, 20–21. septembra. Karte od 99,99 €, uz smeštaj i pun pansion ako ih poželite.',
  ),
  personalDataProcessing: open(
    '/personal-data-processing',
    'Obaveštenje o obradi podataka | Vidik',
    'Koje podatke o ličnosti prikupljamo, zašto, koliko dugo ih čuvamo i koja prava imate po Zakonu o zaštiti podataka o ličnosti.',
  ),
  termsConditions: open(
    '/terms-conditions',
    'Uslovi za članove | Vidik',
    'Pravila za članove: besplatna registracija, kupovina uređaja, nagrade, odustanak u roku od 14 dana, reklamacije i prestanak ugovora.',
  ),
  companyPrivacyPolicy: open(
    '/company-privacy-policy',
    'Politika privatnosti za firme | Vidik',
    'Kako obrađujemo podatke firmi, zastupnika i osoba za kontakt: svrhe, primaoci, rokovi čuvanja i prava.',
  ),
  installerPrivacyPolicy: open(
    '/installer-privacy-policy',
    'Politika privatnosti za montere | Vidik',
    'Koje podatke montera obrađujemo, ko ih dobija, koliko ih čuvamo i kako da ostvarite svoja prava.',
  ),
  installerTermsWarranty: open(
    '/installer-terms-warranty',
    'Uslovi za montere i garancija | Vidik',
    'Obaveze montera, naknada, odgovornost i granice garancije za montažu uređaja Vidik.',
  ),
  companyTerms: open(
    '/company-terms',
    'Uslovi za firme | Vidik',
    'Uslovi za oglašivače: paketi, pretplata, sadržaj reklama, plaćanje, vaučeri, otkaz u roku od 30 dana.',
  ),

  auth: quiet(
    '/auth',
    'Prijava i registracija | Vidik',
    'Prijavite se na svoj Vidik nalog ili otvorite novi. Registracija je besplatna, a svaki nalog odobrava naš tim pre prve prijave.',
  ),
  authForgot: quiet(
    '/auth/forgot',
    'Zaboravljena lozinka | Vidik',
    'Upišite email adresu i poslaćemo vam link za postavljanje nove lozinke.',
  ),
  authConfirm: quiet(
    '/auth/confirm',
    'Potvrda | Vidik',
    'Potvrdite email adresu ili postavite novu lozinku za svoj Vidik nalog.',
  ),
  pendingApproval: quiet(
    '/pending-approval',
    'Zahtev je poslat | Vidik',
    'Vaš zahtev za registraciju čeka odobrenje. Javićemo vam se email porukom.',
  ),
  usbPurchase: quiet(
    '/usb-purchase',
    'Kupovina uređaja | Vidik',
    'Proverite narudžbinu, upišite podatke za isporuku i pređite na plaćanje.',
  ),
  marketingPurchase: quiet(
    '/marketing-purchase',
    'Pretplata na reklamni paket | Vidik',
    'Proverite šta paket sadrži, upišite podatke firme i pređite na plaćanje.',
  ),
  paymentSuccess: quiet(
    '/payment-success',
    'Potvrda plaćanja | Vidik',
    'Proveravamo da li je plaćanje uspelo i prikazujemo potvrdu.',
  ),
  account: quiet(
    '/account',
    'Moj nalog | Vidik',
    'Narudžbine, stanje L-banera, vaučeri, referal link i bezbednost naloga.',
  ),
  adsTemplates: {
    path: '/ads-templates',
    title: 'Šabloni za reklame | Vidik',
    description:
      'Besplatni šabloni za L-baner i TV spot, sa označenim merama. Preuzimanje počinje čim otvorite stranu.',
    shell: 'public',
    index: false,
  },
  refRegister: quiet(
    '/ref-register',
    'Registracija preko preporuke | Vidik',
    'Otvorite besplatan Vidik nalog preko referal linka osobe koja vas je preporučila.',
  ),
  deviceLogin: quiet(
    '/device-login/:id',
    'Povezivanje televizora | Vidik',
    'Prijavite se i povežite televizor sa svojim Vidik nalogom.',
  ),
  eventTicket: quiet(
    '/event/karta/:token',
    'Vaša karta | Širi vidik',
    'Karta za događaj Širi vidik ili uputstvo za uplatu rezervacije.',
  ),
  tv: quiet(
    '/tv',
    'Povežite ovaj televizor | Vidik',
    'Skenirajte QR kod telefonom da biste povezali televizor sa nalogom.',
  ),

  admin: quiet('/admin', 'Admin Dashboard | Vidik', 'Pregled svih oblasti administracije.'),
  adminSubscriptions: quiet('/admin/subscriptions', 'Paketi | Vidik admin', 'Prodati reklamni paketi, od najnovijeg.'),
  adminVouchers: quiet('/admin/vouchers', 'Vaučeri | Vidik admin', 'Izdavanje vaučera i pregled iskorišćenih.'),
  adminSales: quiet('/admin/sales', 'Prodaja | Vidik admin', 'Narudžbine i status plaćanja, od najnovije.'),
  adminUsers: quiet('/admin/users', 'Korisnici | Vidik admin', 'Podaci korisnika i njihove oznake.'),
  adminRegistrationRequests: quiet(
    '/admin/registration-requests',
    'Zahtevi za registraciju | Vidik admin',
    'Nalozi koji čekaju odobrenje.',
  ),
  adminEventPayments: quiet(
    '/admin/event-payments',
    'Event Uplate | Vidik admin',
    'Rezervacije događaja i potvrda uplata.',
  ),
  adminCheckIn: quiet(
    '/admin/check-in',
    'Ulaz na događaj | Vidik admin',
    'Provera karata na ulazu, kamerom ili po broju.',
  ),
  adminAddToNetwork: quiet(
    '/admin/add-to-network',
    'Dodaj u mrežu | Vidik admin',
    'Povezivanje korisnika sa nadređenim u mreži.',
  ),
  adminAudit: quiet('/admin/audit', 'Dnevnik | Vidik admin', 'Ko je šta uradio, kada i kome.'),
  adminMail: quiet('/admin/mail', 'Email poruke | Vidik admin', 'Svaka poruka i njeno stanje.'),
  adminNetworkVisual: quiet('/admin/network-visual', 'Prikaz mreže | Vidik admin', 'Stablo članova mreže.'),
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

const patterns = Object.entries(pages).map(
  ([name, { path }]) => [name as PageName, new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)] as const,
);

/** The page of a path, `null` for an unknown one. Trailing slashes are tolerated, letter case is not. */
export function pageOf(pathname: string): PageName | null {
  const wanted = pathname === '/' ? pathname : pathname.replace(/\/+$/, '');
  return patterns.find(([, pattern]) => pattern.test(wanted))?.[0] ?? null;
}

/** The name of a page's sharing card in web/public/og: `/event/karte` has `event-karte`, the home page `home`. */
export const cardOf = (path: string): string => path.slice(1).replaceAll('/', '-') || 'home';

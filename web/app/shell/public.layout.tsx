import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { type Page, pageOf, pages } from '#domain/pages.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { OfflineBanner } from './offline-banner.tsx';
import { metaByAddress } from './seo/page-meta.ts';
import { showSignOutToast, signOutToHome } from './sign-out.ts';
import { SkipLink } from './skip-link.tsx';

export const meta = metaByAddress;

export default function PublicLayout() {
  const { pathname } = useLocation();
  useEffect(showSignOutToast, []);
  return (
    <>
      <SkipLink />
      <Header signOut={signOutToHome} />
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {hasFooter(pathname) && <Footer />}
    </>
  );
}

/** The page of an address that does not exist has none. */
function hasFooter(pathname: string): boolean {
  const name = pageOf(pathname);
  const page: Page | null = name && pages[name];
  return page !== null && page.footer !== false;
}

import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { sayFarewell } from '../accounts/leave.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { SkipLink } from './skip-link.tsx';

export default function PublicLayout() {
  useEffect(sayFarewell, []);
  return (
    <>
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { tellNews } from './leave.ts';
import { SkipLink } from './skip-link.tsx';

export default function PublicLayout() {
  useEffect(tellNews, []);
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

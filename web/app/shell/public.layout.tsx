import { useEffect } from 'react';
import { Outlet, useMatches } from 'react-router';
import { leave, sayFarewell } from '../accounts/leave.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { metaByAddress } from './page-meta.ts';
import { SkipLink } from './skip-link.tsx';

export const meta = metaByAddress;

/** What a page may ask of the frame around it: `export const handle: PageHandle = { footer: false }`. */
export interface PageHandle {
  footer?: boolean;
}

export default function PublicLayout() {
  const footer = useMatches().every(({ handle }) => (handle as PageHandle | undefined)?.footer !== false);
  useEffect(() => void sayFarewell(), []);
  return (
    <>
      <SkipLink />
      <Header leave={leave} />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {footer && <Footer />}
    </>
  );
}

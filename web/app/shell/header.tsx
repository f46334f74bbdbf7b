import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { mayOpen, menuPages, pages } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { accessLevelOf, usePermissions, useSession } from '../session.ts';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { useActiveAnchor } from './use-active-anchor.ts';

/** Anchors of the landing page in the menu, in the page's order. */
const ANCHORS = ['about', 'how-it-works'] as const;

const anchors = [
  { path: '/#about', name: copy.header.what },
  { path: '/#how-it-works', name: copy.header.how },
];
const visitorMenu = [...anchors, ...menuPages('site')];
const memberMenu = [...visitorMenu, ...menuPages('member')];
const adminMenu = menuPages('admin');

/** The bar on top: a visitor's and a member's menu, or the administrator's. */
export function Header({
  admin = false,
  signOut,
  children,
}: {
  admin?: boolean;
  signOut: () => Promise<void>;
  /** Beside the logo. */
  children?: ReactNode;
}) {
  const session = useSession();
  const level = accessLevelOf(session);
  const permissions = usePermissions();
  const isAdmin = admin || level === 'admin' || level === 'superAdmin';
  const signedIn = session.status === 'signedIn';
  const { pathname, key } = useLocation();
  const [open, setOpen] = useState(false);
  const anchor = useActiveAnchor(pathname === '/' && !isAdmin ? ANCHORS : []);
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const bar = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the menu, also to the same page
  useEffect(() => setOpen(false), [key, pathname]);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    const onPointer = (event: PointerEvent) => {
      if (!bar.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, [open]);

  const items = isAdmin
    ? adminMenu.filter(({ page }) => level === 'unknown' || mayOpen(page, permissions))
    : level === 'member'
      ? memberMenu
      : visitorMenu;

  return (
    <header
      ref={bar}
      className={`${styles.header} ${admin ? styles.dark : ''}`}
      data-known={session.status !== 'unknown'}
    >
      <div className={`wrap ${styles.bar}`}>
        <Link className={styles.home} to="/" aria-label={copy.header.home} onClick={(event) => onHome(event, pathname)}>
          <Logo className={styles.logo} />
        </Link>
        {children}
        <nav id={id} className={`${styles.nav} ${open ? styles.open : ''}`} aria-label={copy.header.nav}>
          {items.map(({ path, name }) => (
            <Link
              key={path}
              to={path}
              className={styles.item}
              aria-current={isCurrent(path, pathname, anchor)}
              onClick={() => setOpen(false)}
            >
              {name}
            </Link>
          ))}
          {signedIn ? (
            <button type="button" className={`${styles.item} ${styles.go}`} onClick={() => void signOut()}>
              {copy.header.signOut}
            </button>
          ) : (
            <Link to={pages.auth.path} className={`${styles.item} ${styles.go}`} onClick={() => setOpen(false)}>
              {isAdmin ? copy.admin.signIn : copy.header.signIn}
            </Link>
          )}
        </nav>
        <button
          ref={toggle}
          type="button"
          className={styles.menu}
          aria-expanded={open}
          aria-controls={id}
          aria-label={open ? copy.header.close : copy.header.open}
          onClick={() => setOpen(!open)}
        >
          <i />
          <i />
          <i />
        </button>
      </div>
    </header>
  );
}

/** On the home page the logo scrolls to the top. */
function onHome(event: MouseEvent, pathname: string) {
  if (pathname !== '/') return;
  event.preventDefault();
  window.scrollTo({ top: 0 });
}

function isCurrent(to: string, pathname: string, anchor: string | null): 'page' | 'location' | undefined {
  if (to.startsWith('/#')) return anchor !== null && to === `/#${anchor}` ? 'location' : undefined;
  if (to === pages.marketingPackage.path && pathname === pages.marketingPackages.path) return 'page';
  return to === pathname ? 'page' : undefined;
}

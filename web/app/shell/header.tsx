import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { pages } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { levelOf, useSession } from '../session.ts';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { useActiveAnchor } from './use-active-anchor.ts';

interface Item {
  to: string;
  label: string;
}

/** Anchors of the landing page that the menu names, in the order they stand there. */
const ANCHORS = ['about', 'how-it-works'] as const;

const visitorItems: Item[] = [
  { to: '/#about', label: copy.header.what },
  { to: '/#how-it-works', label: copy.header.how },
  { to: pages.usbPackages.path, label: copy.header.usb },
  { to: pages.marketingPackage.path, label: copy.header.ads },
];
const adminItems: Item[] = [
  { to: pages.admin.path, label: copy.admin.dashboard },
  { to: pages.adminSubscriptions.path, label: copy.admin.packages },
  { to: pages.adminSales.path, label: copy.admin.sales },
  { to: pages.adminUsers.path, label: copy.admin.users },
  { to: pages.adminEventPayments.path, label: copy.admin.eventPayments },
  { to: pages.adminAddToNetwork.path, label: copy.admin.addToNetwork },
  { to: pages.adminAudit.path, label: copy.admin.audit },
  { to: pages.adminMail.path, label: copy.admin.mail },
];

/** The bar on top: a visitor's and a member's menu, or the administrator's. */
export function Header({ admin = false, leave }: { admin?: boolean; leave: () => Promise<void> }) {
  const session = useSession();
  const level = levelOf(session);
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

  const member = level === 'member' ? [{ to: pages.account.path, label: copy.header.account }] : [];
  const items = isAdmin ? adminItems : [...visitorItems, ...member];

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
        <nav id={id} className={`${styles.nav} ${open ? styles.open : ''}`} aria-label={copy.header.nav}>
          {items.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className={styles.item}
              aria-current={isCurrent(to, pathname, anchor)}
              onClick={() => setOpen(false)}
            >
              {label}
            </Link>
          ))}
          {signedIn ? (
            <button type="button" className={`${styles.item} ${styles.go}`} onClick={() => void leave()}>
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

/** On the home page the logo only goes to its top. */
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

import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import {
  type PageAddress,
  placeInTree,
  placeOfPerson,
  placeOfSubject,
  placesOfPerson,
} from '#domain/admin/subject-pages.ts';
import type { AuditSubject } from '#domain/audit-actions.ts';
import { mayOpen, type PageName } from '#domain/pages.ts';
import { usePermissions } from './session.ts';
import styles from './subject-link.module.css';
import { questionBeforeLeaving } from './ui/leaving.ts';

interface PlaceLinkProps {
  to: PageAddress | null;
  /** What the page is told besides its address. */
  state?: unknown;
  children: ReactNode;
}

/** Leads to the place, for whoever may open it; for others it is text. */
export function PermittedLink({ to, state, children }: PlaceLinkProps) {
  const permissions = usePermissions();
  const navigate = useNavigate();
  if (!to || !mayOpen(to.page, permissions)) return children;

  /** To the list under a dialog: the page stays, so the dialog, which closes, is asked here. */
  async function onClick(event: MouseEvent<HTMLAnchorElement>) {
    const below = event.currentTarget.pathname === window.location.pathname;
    if (!below || !event.currentTarget.closest('[role=dialog]') || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    if ((await questionBeforeLeaving()?.()) ?? true) navigate(to!.path, { state });
  }
  return (
    <Link className={styles.link} to={to.path} state={state} onClick={(event) => void onClick(event)}>
      {children}
    </Link>
  );
}

/** A name or a number that leads to what it stands for; `lookup` is what its page's search finds it by, empty when nothing does. */
export function SubjectLink({ kind, lookup, children }: { kind: AuditSubject; lookup: string; children: ReactNode }) {
  return <PermittedLink to={lookup === '' ? null : placeOfSubject(kind, lookup)}>{children}</PermittedLink>;
}

/** A name that leads to the person's own page; without an id, of somebody who was erased, it is text. */
export function PersonLink({ id, children }: { id: string | null; children: ReactNode }) {
  return <PermittedLink to={id === null ? null : placeOfPerson(id)}>{children}</PermittedLink>;
}

/** The other pages that may say something about a person. */
export function PersonPlaces({ email, inTree, except }: { email: string; inTree?: string | null; except?: PageName }) {
  const permissions = usePermissions();
  const places = [...placesOfPerson(email), ...(inTree ? [{ ...placeInTree(inTree), name: admin.inTree }] : [])].filter(
    ({ page }) => page !== except && mayOpen(page, permissions),
  );
  if (places.length === 0) return null;
  return (
    <nav className={styles.places} aria-label={admin.placesOf(email)}>
      {places.map(({ path, name }) => (
        <Link key={path} className={styles.link} to={path}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

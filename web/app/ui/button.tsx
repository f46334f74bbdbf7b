import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';

interface Looks {
  /** At most one primary in a view. */
  variant?: 'primary' | 'secondary' | 'ink' | 'ghost' | 'danger';
  size?: 'md' | 'sm';
  full?: boolean;
  arrow?: boolean;
}

const classes = ({ variant = 'primary', size = 'md', full }: Looks, more?: string | false, own?: string) =>
  [styles.button, variant !== 'primary' && styles[variant], size === 'sm' && styles.sm, full && styles.full, more, own]
    .filter(Boolean)
    .join(' ');

type ButtonProps = Looks & {
  loading?: boolean;
  loadingLabel?: string;
  ref?: Ref<HTMLButtonElement>;
} & ButtonHTMLAttributes<HTMLButtonElement>;

/** While loading, the bars are animated, the label is `loadingLabel`, and a second click does nothing. */
export function Button({
  variant,
  size,
  full,
  arrow,
  loading = false,
  loadingLabel,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={classes({ variant, size, full }, loading && styles.loading, className)}
    >
      {loading ? (loadingLabel ?? children) : children}
      {arrow && !loading && <Arrow />}
    </button>
  );
}

type ButtonLinkProps = Looks & { to?: string; href?: string; children: ReactNode } & Omit<
    AnchorHTMLAttributes<HTMLAnchorElement>,
    'href'
  >;

/** A link that looks like a button: `to` inside the site, `href` outside it. */
export function ButtonLink({ variant, size, full, arrow, to, href, className, children, ...rest }: ButtonLinkProps) {
  const looks = classes({ variant, size, full }, false, className);
  const content = (
    <>
      {children}
      {arrow && <Arrow />}
    </>
  );
  if (to !== undefined)
    return (
      <Link {...rest} to={to} className={looks}>
        {content}
      </Link>
    );
  return (
    <a {...rest} href={href} className={looks}>
      {content}
    </a>
  );
}

export function Arrow() {
  return (
    <svg
      className={styles.arrow}
      viewBox="0 0 20 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      aria-hidden="true"
    >
      <path d="M0 6h17M12 1l5.5 5-5.5 5" />
    </svg>
  );
}

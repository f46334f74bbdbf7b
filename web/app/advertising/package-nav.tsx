import { Link } from 'react-router';
import { packageNav } from '#domain/advertising/shop-copy.ts';
import { pages } from '#domain/pages.ts';
import styles from './package-nav.module.css';

const LINKS = [
  { to: pages.marketingPackages.path, label: packageNav.monthly },
  { to: pages.marketingPackage.path, label: packageNav.special },
];

/** Links between the monthly packages and the special one, on both pages. */
export function PackageNav({ current }: { current: 'marketingPackages' | 'marketingPackage' }) {
  return (
    <nav className={styles.nav} aria-label={packageNav.label}>
      <div className="wrap">
        <ul>
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} aria-current={to === pages[current].path ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

import { Link } from 'react-router';
import { company } from '#domain/company.ts';
import { menuPages } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import styles from './footer.module.css';
import { Logo } from './logo.tsx';

declare const BUILD_YEAR: number;

export function Footer() {
  return (
    <footer className={styles.footer} data-surface="ink">
      <div className="wrap">
        <div className={styles.columns}>
          <p className={`d h3 ${styles.slogan}`}>
            {copy.footer.slogan[0]}
            <br />
            {copy.footer.slogan[1]}
          </p>
          <div>
            <p className="osd muted">{copy.footer.site}</p>
            <ul>
              <li>
                <Link to="/#about">{copy.header.what}</Link>
              </li>
              <li>
                <Link to="/#how-it-works">{copy.header.how}</Link>
              </li>
              {menuPages('footer').map(({ path, name }) => (
                <li key={path}>
                  <Link to={path}>{name}</Link>
                </li>
              ))}
              <li>
                <a href={`mailto:${company.email}`}>{company.email}</a>
              </li>
            </ul>
          </div>
          <div>
            <p className="osd muted">{copy.footer.legal}</p>
            <ul>
              {menuPages('legal').map(({ path, name }) => (
                <li key={path}>
                  <Link to={path}>{name}</Link>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <Logo className={styles.big} />
        <div className={`${styles.small} xs muted`}>
          <span>{copy.footer.copyright(BUILD_YEAR, company.legalName)}</span>
          <span>
            {copy.footer.company(company.legalName, company.address, company.registrationNumber, company.taxNumber)}
          </span>
          <span>{copy.footer.places}</span>
        </div>
      </div>
    </footer>
  );
}

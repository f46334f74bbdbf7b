import { Link, type LinkProps } from 'react-router';
import styles from './small.module.css';

/** A link in running text, underlined in yellow. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className={styles.link} />;
}

/** The same in a row of a table, padded to a touchable height. */
export function RowLink(props: LinkProps) {
  return <Link {...props} className={`${styles.link} ${styles.rowLink}`} />;
}

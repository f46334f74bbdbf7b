import { Link, type LinkProps } from 'react-router';
import styles from './small.module.css';

/** A link in running text, underlined in yellow. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className={styles.link} />;
}

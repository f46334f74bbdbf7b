import { useEffect, useState } from 'react';
import { specialShopCopy as copy } from '#domain/special/shop-copy.ts';
import styles from './reach-line.module.css';

/** On the page of the package, which visitors read without the API's client: how many TVs play where it is shown. */
export function ReachLine() {
  const [reach, setReach] = useState<{ tvs: number | null } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch('/api/special', { signal: leaving.signal })
      .then(async (answer) => answer.ok && setReach((await answer.json()) as { tvs: number | null }))
      // The page says all else without it.
      .catch(() => {});
    return () => leaving.abort();
  }, []);
  return (
    <p className={`s ${styles.reach}`} role="status">
      {reach && copy.reach(reach.tvs)}
    </p>
  );
}

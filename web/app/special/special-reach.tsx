import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { specialShopCopy as copy } from '#domain/special/shop-copy.ts';
import { api } from '../api.ts';
import type { Account } from '../session.ts';
import { AnsweredRequest, RequestPackage } from './request-package.tsx';
import styles from './special-reach.module.css';

/** Before the special package is paid: how many TVs play where it is shown; while there are too few and none is sold, how to ask for it. */
export function SpecialReach({ account, children }: { account: Account; children: ReactNode }) {
  const reach = useQuery(api.special.reach.queryOptions());
  if (!reach.data) return children;
  const { tvs, isSold } = reach.data;
  return (
    <>
      <p className={styles.words}>{copy.reach(tvs)}</p>
      {isSold ? (
        <>
          <AnsweredRequest />
          {children}
        </>
      ) : (
        <section className={styles.unsold}>
          <h2 className="d h3">{copy.notSoldTitle}</h2>
          <p>{copy.notSold}</p>
          <RequestPackage account={account} soldAgain={() => reach.refetch()} />
        </section>
      )}
    </>
  );
}

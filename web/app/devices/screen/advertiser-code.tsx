import { useEffect, useState } from 'react';
import { tvCopy as copy } from '#domain/playout/tv-copy.ts';
import { QrCode } from '../../ui/media/qr-code.tsx';
import { ADVERTISER_CODE_MS } from '../player/times.ts';
import type { TvLease } from '../player/view.ts';
import styles from './advertiser-code.module.css';

/**
 * The advertiser's code after OK: of a banner large over the programme, for twenty seconds; of a film small at its side, to its end and a
 * little longer. The play goes on under it, and nothing takes the focus. `isOver`: the film has ended.
 */
export function AdvertiserCode({ lease, isOver, close }: { lease: TvLease; isOver: boolean; close: () => void }) {
  return lease.kind === 'banner' ? (
    <LargeCode lease={lease} close={close} />
  ) : (
    <SideCode lease={lease} isOver={isOver} close={close} />
  );
}

function LargeCode({ lease, close }: { lease: TvLease; close: () => void }) {
  const [left, setLeft] = useState(ADVERTISER_CODE_MS.banner / 1000);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) close();
  }, [left, close]);
  return (
    <div className={styles.plate} role="dialog" aria-label={copy.qrAlt}>
      <QrCode className={styles.code} text={lease.code} label={copy.qrAlt} />
      <div>
        <p className={`d ${styles.title}`}>{copy.qrTitle}</p>
        <p className={styles.opens}>{copy.qrOpens(lease.opens)}</p>
        <p className={styles.quiet}>
          {copy.qrStays(Math.max(0, left))}
          <br />
          {copy.qrBack}
        </p>
      </div>
    </div>
  );
}

function SideCode({ lease, isOver, close }: { lease: TvLease; isOver: boolean; close: () => void }) {
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(close, ADVERTISER_CODE_MS.afterSpot);
    return () => clearTimeout(timer);
  }, [isOver, close]);
  return (
    <div className={styles.side} role="dialog" aria-label={copy.qrAlt}>
      <QrCode className={styles.code} text={lease.code} label={copy.qrAlt} />
      <p className={`d ${styles.sideTitle}`}>{copy.qrTitle}</p>
      <p className={styles.sideBack}>{copy.qrBackShort}</p>
    </div>
  );
}

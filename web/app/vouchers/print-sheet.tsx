import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { pages } from '#domain/pages.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { Logo } from '../shell/logo.tsx';
import { QrCode } from '../ui/media/qr-code.tsx';
import type { VoucherRow } from './voucher-columns.tsx';
import { voucherPath } from './voucher-link.ts';
import styles from './vouchers.module.css';

const copy = office.card;

/** A sheet of voucher cards, two in a row, for print only. The browser's print dialog opens by itself. */
export function PrintSheet({ rows, done }: { rows: readonly VoucherRow[]; done: () => void }) {
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    const finish = () => latest.current();
    window.addEventListener('afterprint', finish);
    window.print();
    return () => window.removeEventListener('afterprint', finish);
  }, []);
  return createPortal(
    <div className={styles.sheet}>
      {rows.map(({ id, code, bannerCount }) => (
        <article key={id} className={styles.card}>
          <div>
            <Logo className={styles.logo} />
            <p className="osd">{copy.name}</p>
            <p className={`d ${styles.worth}`}>{copy.banners(bannerCount)}</p>
            <p className={styles.printed}>{formatCode(code)}</p>
            <p className="xs">{copy.how(`${window.location.host}${pages.marketingPackages.path}`)}</p>
          </div>
          <QrCode
            text={`${window.location.origin}${voucherPath(code)}`}
            label={copy.qr(formatCode(code))}
            className={styles.qr}
          />
        </article>
      ))}
    </div>,
    document.body,
  );
}

import { encode } from 'uqr';
import styles from './events.module.css';

/** Ink on pure white with four modules of quiet zone, never tinted; bytes and error correction M, as banks read it. */
export function Qr({ payload, label }: { payload: string; label: string }) {
  const { data, size } = encode([...new TextEncoder().encode(payload)], { ecc: 'M', boostEcc: false, border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#0f1a24" />
    </svg>
  );
}

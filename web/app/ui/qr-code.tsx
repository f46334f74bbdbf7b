import { encode } from 'uqr';

/** A QR code as one path: ink on pure white with four modules of quiet zone, never tinted; UTF-8 and level M, as banks read it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = encode([...new TextEncoder().encode(text)], { ecc: 'M', boostEcc: false, border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0f1a24" />
    </svg>
  );
}

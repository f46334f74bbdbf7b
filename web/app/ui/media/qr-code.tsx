import encodeQR from 'qr';

/** A QR code as one path: ink on pure white with four modules of quiet zone, never tinted; UTF-8 and level M, as banks read it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#0f1a24" />
    </svg>
  );
}

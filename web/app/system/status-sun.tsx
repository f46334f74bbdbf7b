import styles from './system.module.css';

/** On the horizon of the figures: whole when all is well, torn otherwise. */
export function StatusSun({ isWhole }: { isWhole: boolean }) {
  return (
    <svg className={styles.sun} viewBox="0 0 220 110" aria-hidden="true">
      {isWhole ? (
        <path d="M10 110a100 100 0 0 1 200 0z" fill="var(--bar-yellow)" />
      ) : (
        TORN.map((d, index) => <path key={d} d={d} fill={index % 2 === 0 ? 'var(--red-lit)' : 'var(--grey-cool)'} />)
      )}
    </svg>
  );
}

/** The half disc in six bands, each moved aside. */
const TORN = [
  [10, 30, 0],
  [30, 48, 14],
  [48, 66, -10],
  [66, 82, 8],
  [82, 96, -14],
  [96, 110, 6],
].map(([top, bottom, aside]) => {
  const half = (y: number) => Math.sqrt(Math.max(0, 100 ** 2 - (110 - y) ** 2));
  const rows = Array.from({ length: 7 }, (_, n) => top! + ((bottom! - top!) * n) / 6);
  const edge = (y: number, side: 1 | -1) => `${(110 + aside! + side * half(y)).toFixed(1)} ${y.toFixed(1)}`;
  return `M${[...rows.map((y) => edge(y, -1)), ...rows.toReversed().map((y) => edge(y, 1))].join(' ')}z`;
});

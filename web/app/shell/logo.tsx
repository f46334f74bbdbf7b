const WORD =
  'M442 0L2 -1011L400 -1011L630 -429L865 -1011L1212 -1011L785 0Z M1315.0 0L1315.0 -1011L1684.0 -1011L1684.0 0Z M1895.9 -225L1895.9 -795Q1895.9 -914 1959.4 -968Q2022.9 -1022 2156.9 -1022L2382.9 -1022Q2475.9 -1022 2534.9 -994.5Q2593.9 -967 2619.9 -911L2619.9 -1459L2990.9 -1459L2990.9 0L2619.9 0L2619.9 -100Q2593.9 -43 2534.9 -16Q2475.9 11 2382.9 11L2156.9 11Q2020.9 11 1958.4 -44Q1895.9 -99 1895.9 -225ZM2619.9 -722L2265.9 -722L2265.9 -289L2619.9 -289Z M3220.8 0L3220.8 -1011L3589.8 -1011L3589.8 0Z M3819.7 0L3819.7 -1459L4189.7 -1459L4189.7 -560L4160.7 -560L4565.7 -1011L4982.7 -1011L4569.7 -558L4567.7 -576L5082.7 0L4586.7 0L4145.7 -509L4189.7 -509L4189.7 0Z';
const TITTLES = [
  [1315, 'yellow'],
  [1438, 'cyan'],
  [1561, 'green'],
  [3220.9, 'magenta'],
  [3343.9, 'red'],
  [3466.9, 'blue'],
] as const;

/** The word mark with the six bars as its dots, in the colour of the surrounding text; the link around it names it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 -1480 5084 1500" aria-hidden="true">
      <path d={WORD} fill="currentColor" />
      {TITTLES.map(([x, bar]) => (
        <rect key={bar} x={x} y="-1459" width="123" height="318" fill={`var(--bar-${bar})`} />
      ))}
    </svg>
  );
}

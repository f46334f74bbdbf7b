const LINE = 32.4;
const SEA = 626.4;

/** The sun over the water, 1920 × 1080: under the films of the programme, and all there is while none can be played. */
export function SunOverWater({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 1920 1080" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="1920" height="1080" fill="#22343f" />
      <path d="M650.04 626.4a309.96 309.96 0 0 1 619.92 0z" fill="#ffc51f" />
      <rect y={SEA} width="1920" height={1080 - SEA} fill="#0f1a24" />
      <path d={lines} fill="#14515c" />
      <path d={glitter} fill="#ffc51f" />
    </svg>
  );
}

const lines = Array.from({ length: 14 }, (_, n) => `M0 ${(652.3 + n * LINE).toFixed(1)}h1920v6.5H0z`).join('');
const glitter = Array.from({ length: 11 }, (_, n) => {
  const left = 677.9 + n * 16.12;
  return `M${left.toFixed(1)} ${(636.1 + n * LINE).toFixed(1)}h${(564.1 - n * 32.23).toFixed(1)}l-6.2 9.7h${(32.23 * n - 551.7).toFixed(1)}z`;
}).join('');

import { ticketPageCopy } from '#domain/events/ticket/copy.ts';
import type { Directions } from '#domain/events/ticket/details.ts';
import styles from '../way.module.css';

const COAST = 'M0 392C120 372 170 420 262 404S402 334 486 344S640 412 706 380S810 322 860 330';
const ROAD = 'M0 150C150 136 226 210 352 196S600 92 860 118';
const PATH = 'M132 158C150 150 226 210 352 196C372 250 420 262 470 284';
const WAVES = Array.from({ length: 17 }, (_, n) => `M0 ${336 + 11 * n}H860`).join('');
const GRID = [
  ...Array.from({ length: 22 }, (_, n) => `M${40 * n} 0V520`),
  ...Array.from({ length: 14 }, (_, n) => `M0 ${40 * n}H860`),
].join('');
const WINDOWS = [436, 453, 470, 487, 504].flatMap((x) => [272, 292].map((y) => ({ x, y })));
const STAR = 'l2.6 5.6 6 .7-4.4 4.2 1.1 6-5.3-2.9-5.3 2.9 1.1-6-4.4-4.2 6-.7z';
const SIGNS = [
  { sign: 'A', x: 132, y: 158 },
  { sign: 'B', x: 740, y: 112 },
  { sign: 'P', x: 560, y: 336 },
];

/** A sketch, not to scale: the organiser's landmarks by the letters on it. */
export function WayMap({ hotel, landmarks }: { hotel: string; landmarks: Directions['landmarks'] }) {
  const lines = [landmarks.bus, landmarks.road, landmarks.parking];
  return (
    <figure className={styles.map}>
      <svg viewBox="0 0 860 520" role="img" aria-label={ticketPageCopy.way.alt(lines.join(', '))}>
        <rect width="860" height="520" fill="#182733" />
        <path d={GRID} stroke="#22343F" />
        <path d={`${COAST}V520H0z`} fill="#0F1A24" />
        <clipPath id="sea">
          <path d={`${COAST}V520H0z`} />
        </clipPath>
        <path d={WAVES} stroke="#1FB2C1" strokeWidth="2.6" opacity="0.3" clipPath="url(#sea)" />
        <path d={COAST} fill="none" stroke="#F4EEE2" strokeWidth="2.5" />
        <path d={ROAD} fill="none" stroke="#F4EEE2" strokeWidth="9" />
        <path d={ROAD} fill="none" stroke="#182733" strokeWidth="4" strokeDasharray="16 10" />
        <path d="M352 196C372 250 420 262 470 284L560 300" fill="none" stroke="#F4EEE2" strokeWidth="6" />
        <path d={PATH} fill="none" stroke="#FFC51F" strokeWidth="5" strokeDasharray="2 11" strokeLinecap="round" />
        <rect x="426" y="262" width="96" height="58" fill="#FCF9F2" stroke="#FFC51F" strokeWidth="4" />
        {WINDOWS.map(({ x, y }, index) => (
          <rect key={`${x} ${y}`} x={x} y={y} width="10" height="12" fill={index % 3 ? '#1D4F58' : '#FFC51F'} />
        ))}
        <path d={[441, 463, 485, 507].map((x) => `M${x} 240${STAR}`).join('')} fill="#FFC51F" />
        <path d="M524 288L540 250" stroke="#F4EEE2" strokeWidth="2" />
        <rect x="540" y="214" width="264" height="56" fill="#FFC51F" />
        <text x="556" y="250" fontSize="22" fontWeight="640" fill="#0F1A24" textLength={fitted(hotel)}>
          {hotel}
        </text>
        {SIGNS.map(({ sign, x, y }) => (
          <g key={sign}>
            <circle cx={x} cy={y} r="18" fill="#FCF9F2" stroke="#0F1A24" strokeWidth="3" />
            <text x={x} y={y + 7} textAnchor="middle" fontSize="19" fontWeight="700" fill="#0F1A24">
              {sign}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <ol className={styles.landmarks}>
          {SIGNS.map(({ sign }, index) => (
            <li key={sign}>
              <b>{sign}</b>
              {lines[index]}
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}

/** A long name is pressed into its plate. */
const fitted = (name: string): number | undefined => (name.length > 20 ? 232 : undefined);

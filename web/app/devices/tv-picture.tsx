import { copy } from '#domain/devices/copy.ts';
import styles from './tv-picture.module.css';

const BARS = ['yellow', 'cyan', 'green', 'magenta', 'red', 'blue'];

/** The TV as it stands in the room, with the number on its screen; green once it is linked. */
export function TvPicture({ number, linked = false }: { number: string | null; linked?: boolean }) {
  return (
    <svg className={styles.picture} viewBox="0 0 680 436" aria-hidden="true" data-linked={linked || undefined}>
      <path className={styles.legs} d="M140 398l-26 34h-20l22-34zM540 398l26 34h20l-22-34z" />
      <rect className={styles.case} x="2" y="2" width="676" height="396" rx="20" />
      <g transform="translate(20 20)">
        <rect className={styles.screen} width="640" height="360" rx="9" />
        <path className={styles.grid} d={GRID} />
        <text className={styles.word} x="320" y="112">
          {linked ? copy.tv.linkedWord : copy.tv.device}
        </text>
        <text className={styles.digits} x="320" y="226">
          {number ?? copy.tv.noNumber}
        </text>
        {BARS.map((bar, index) => (
          <rect
            key={bar}
            x={(index * 640) / 6}
            y="342"
            width={640 / 6 + 0.5}
            height="18"
            style={{ fill: `var(--bar-${bar})` }}
          />
        ))}
      </g>
      <rect className={styles.lamp} x="328" y="387" width="24" height="3" rx="1.5" />
    </svg>
  );
}

const GRID = [
  ...Array.from({ length: 15 }, (_, column) => `M${(column + 1) * 40} 0V342`),
  ...Array.from({ length: 9 }, (_, row) => `M0 ${20 + row * 40}H640`),
].join('');

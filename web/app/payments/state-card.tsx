import type { ReactNode } from 'react';
import { company } from '#domain/company.ts';
import { confirmation } from '#domain/payments/copy.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from './payments.module.css';
import lost from './signal-lost.svg';

/** The state of a payment: a picture, a sentence, an action. */
export function StateCard({
  picture,
  title,
  role,
  busy = false,
  wide = false,
  heading: Heading = 'h1',
  children,
}: {
  picture: ReactNode;
  title: string;
  role: 'status' | 'alert';
  busy?: boolean;
  /** Room for facts beside the picture. */
  wide?: boolean;
  heading?: 'h1' | 'h2' | undefined;
  children: ReactNode;
}) {
  return (
    <section className={`${styles.card} ${wide ? styles.wide : ''}`} role={role} aria-busy={busy || undefined}>
      <div className={styles.screen}>{picture}</div>
      <div className={styles.body}>
        <Heading className="d h3">{title}</Heading>
        {children}
      </div>
    </section>
  );
}

export function VerifyingCard() {
  return (
    <StateCard picture={<Bars locked={4} moving />} title={confirmation.verifying} role="status" busy>
      <p className="muted s">{confirmation.verifyingHint}</p>
    </StateCard>
  );
}

/** The bank has accepted the payment and confirms it later. */
export function ProcessingCard({ again }: { again: ReactNode }) {
  return (
    <StateCard picture={<Bars locked={3} />} title={confirmation.processingTitle} role="status">
      <p>{confirmation.processing}</p>
      <p className="muted s">{confirmation.processingLive}</p>
      {again}
    </StateCard>
  );
}

export function UnpaidCard({ reason, again }: { reason: string; again?: ReactNode }) {
  return (
    <StateCard picture={<img src={lost} alt="" />} title={confirmation.errorTitle} role="alert">
      <p className={styles.reason}>{reason}</p>
      <p className="muted s">{confirmation.help(company.email)}</p>
      {again}
      <ButtonLink to="/" variant="secondary" full>
        {confirmation.errorButton}
      </ButtonLink>
    </StateCard>
  );
}

const SCAN_LINES = Array.from({ length: 30 }, (_, line) => line * 12);
const BARS = ['yellow', 'cyan', 'green', 'magenta', 'red', 'blue'];

/** Progress as colour bars. */
function Bars({ locked, moving = false }: { locked: number; moving?: boolean }) {
  return (
    <svg
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={moving ? styles.tuning : undefined}
    >
      <rect width="640" height="360" fill="var(--ink-1)" />
      {SCAN_LINES.map((y) => (
        <rect key={y} y={y} width="640" height="5" fill="var(--ink-2)" />
      ))}
      {BARS.map((name, index) => (
        <rect
          key={name}
          x={128 + index * 64}
          y="150"
          width="60"
          height="60"
          fill={index < locked ? `var(--bar-${name})` : 'var(--ink-3)'}
          style={moving ? { animationDelay: `${index * 120}ms` } : undefined}
        />
      ))}
    </svg>
  );
}

import type { ReactNode } from 'react';
import { SectionHead } from '../ui/section-head.tsx';
import styles from './section.module.css';

/** A section of the landing page under its strip, on the light or the dark surface. */
export function Section({
  id,
  channel,
  strip,
  surface = 'paper',
  labelledBy,
  children,
}: {
  id?: string;
  channel: number;
  strip: { name: string; about: string; fact: string };
  surface?: 'paper' | 'sunken' | 'ink';
  labelledBy: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className={`${styles.section} ${surface === 'sunken' ? styles.sunken : ''}`}
      data-surface={surface === 'ink' ? 'ink' : undefined}
      aria-labelledby={labelledBy}
    >
      <div className="wrap">
        <SectionHead channel={channel} {...strip} />
        {children}
      </div>
    </section>
  );
}

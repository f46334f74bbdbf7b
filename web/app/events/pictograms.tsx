import type { ReactNode } from 'react';
import styles from './tickets.module.css';

/** The three parts of the event, drawn on a 56 px grid with one line width and one flat colour. */
const Pictogram = ({ children }: { children: ReactNode }) => (
  <svg className={styles.pictogram} viewBox="0 0 56 56" aria-hidden="true" fill="none">
    {children}
  </svg>
);

export const WorkshopsPictogram = () => (
  <Pictogram>
    <rect x="7" y="12" width="42" height="26" rx="3" fill="var(--bar-yellow)" stroke="none" />
    <path d="M7 15a3 3 0 0 1 3-3h36a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3zM20 48l8-10 8 10M15 31l7-8 6 5 10-10" />
  </Pictogram>
);

export const QuestionsPictogram = () => (
  <Pictogram>
    <path d="M7 9h42v28H26L16 47V37H7z" fill="var(--bar-cyan)" stroke="none" />
    <path d="M7 9h42v28H26L16 47V37H7zM22 20a6 6 0 1 1 7 6v3M29 32.5v.5" />
  </Pictogram>
);

export const NetworkingPictogram = () => (
  <Pictogram>
    <rect x="20" y="7" width="16" height="12" fill="var(--bar-magenta)" stroke="none" />
    <path d="M20 7h16v12H20zM6 37h14v11H6zM36 37h14v11H36zM28 19v9M13 37v-9h30v9" />
  </Pictogram>
);

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '#domain/money.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { api, type client } from '../api.ts';
import { NoFigure } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import styles from './tvs.module.css';

export type Overview = Awaited<ReturnType<typeof client.tvs.admin.overview>>;
const copy = tvsCopy.figures;

/** Five numbers: what shows now, what does not, what looks odd, and how many campaigns are late. */
export function TvFigures({ of: { states, suspicious, accounts }, onAway }: { of: Overview; onAway: () => void }) {
  const behind = useQuery(api.campaigns.admin.behind.queryOptions());
  const linked = Object.values(states).reduce((sum, n) => sum + n, 0);
  return (
    <dl className={styles.figures} aria-label={copy.label}>
      <Figure n={states.shows} name={copy.shows[0]}>
        {copy.shows[1](linked)}
      </Figure>
      <Figure n={states.on} name={copy.on[0]}>
        {copy.on[1]()}
      </Figure>
      <Figure n={states.away} name={copy.away[0]}>
        {states.away > 0 && (
          <button type="button" className={styles.link} onClick={onAway}>
            {copy.away[1]()}
          </button>
        )}
      </Figure>
      <Figure n={suspicious} name={copy.suspicious[0]} isBad={suspicious > 0}>
        {copy.suspicious[1](accounts)}
      </Figure>
      <Figure n={behind.data?.length ?? <NoFigure part={partStateOf(behind)} />} name={copy.behind[0]}>
        {copy.behind[1]()}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  n: ReactNode;
  name: string;
  isBad?: boolean;
  children: ReactNode;
}

const Figure = ({ n, name, isBad = false, children }: FigureProps) => (
  <div className={styles.figure}>
    <dd className={`d num ${isBad ? styles.bad : ''}`}>{typeof n === 'number' ? formatNumber(n) : n}</dd>
    <dt>{name}</dt>
    <dd className={styles.hint}>{children}</dd>
  </div>
);

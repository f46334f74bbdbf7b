import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { followCopy as copy } from '#domain/fulfilment/follow-copy.ts';
import { returnCopy } from '#domain/returns/copy.ts';
import { complaintPath, returnPath } from '#domain/returns/paths.ts';
import { dayOf } from '#domain/time.ts';
import { api } from '../../api.ts';
import { useOwnChanges } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import type { OwnReturnsRow } from '../returns/return-row.ts';
import { withdrawalSaid } from '../returns/withdrawal-said.ts';
import styles from './follow.module.css';

/** Of devices that have come: until when they may be withdrawn from, and where a fault is reported. */
export function OwnReturnWays({ number }: { number: number }) {
  const own = useQuery(api.returns.read.queryOptions({ input: { number } }));
  useOwnChanges(() => own.refetch());
  return (
    <DataPart name={copy.about} part={partStateOf(own)}>
      {() => <Ways own={own.data!} />}
    </DataPart>
  );
}

function Ways({ own }: { own: OwnReturnsRow }) {
  const { number, kinds, returns } = own;
  const change = kinds.length > 0 ? withdrawalSaid(own, dayOf(new Date())) : null;
  return (
    <section className={`${styles.panel} ${styles.about}`} aria-label={copy.about}>
      <header>
        <h2>{copy.about}</h2>
        {change?.left && <Badge tone="warn">{change.left}</Badge>}
      </header>
      <div className={styles.ways}>
        {change && (
          <div>
            {change.isOpen && <b>{copy.change}</b>}
            <p className="muted s">{change.text}</p>
            {change.isOpen && (
              <ButtonLink variant="secondary" size="sm" to={returnPath(number)}>
                {copy.changeButton}
              </ButtonLink>
            )}
          </div>
        )}
        {kinds.includes('complaint') && (
          <div>
            <b>{copy.fault}</b>
            <p className="muted s">{returnCopy.leadFault}</p>
            <ButtonLink variant="secondary" size="sm" to={complaintPath(number)}>
              {copy.faultButton}
            </ButtonLink>
          </div>
        )}
      </div>
      {kinds.length === 0 && <p className="muted s">{returnCopy.nothingText}</p>}
      {returns.length > 0 && (
        <p>
          <Link to={returnPath(number)}>{returnCopy.earlier}</Link>
        </p>
      )}
    </section>
  );
}

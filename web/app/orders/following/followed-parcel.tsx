import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { company } from '#domain/company.ts';
import { common } from '#domain/copy.ts';
import { followCopy as copy } from '#domain/fulfilment/follow-copy.ts';
import { COMING_STATES, shipmentKey } from '#domain/fulfilment/shipment.ts';
import { formatMoney } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { formatDate } from '#domain/time.ts';
import { api, errorCode, errorMessage } from '../../api.ts';
import { PartStale } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { authPath } from '../../return-path.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import styles from './follow.module.css';
import { ParcelMoves, ParcelTrack } from './parcel-track.tsx';
import { TrackLinks } from './track-links.tsx';

/** The page behind the link in the mail: where the parcel is, for whoever has the link. */
export default function FollowedParcel({ token }: { token: string }) {
  const isToken = /^[\w-]{22}$/.test(token);
  const asked = useQuery(
    api.fulfilment.follow.queryOptions({
      input: { token },
      enabled: isToken,
      refetchInterval: 60_000,
      retry: (count, error) => errorCode(error) !== 'PARCEL_LINK_ENDED' && count < 2,
    }),
  );
  if (!isToken || errorCode(asked.error) === 'PARCEL_LINK_ENDED')
    return (
      <div className={`wrap ${styles.ended}`}>
        <Empty heading="h1" title={copy.guest.ended} text={copy.guest.endedText} />
      </div>
    );
  if (!asked.data)
    return (
      <div className={`wrap ${styles.ended}`}>
        {asked.error ? (
          <Empty heading="h1" title={copy.guest.title} text={errorMessage(asked.error)}>
            <Button variant="secondary" onClick={() => void asked.refetch()}>
              {common.retry}
            </Button>
          </Empty>
        ) : (
          <Skeleton lines={8} heading={pages.parcel.title} />
        )}
      </div>
    );
  const parcel = asked.data;
  const part = partStateOf(asked);
  const key = shipmentKey(parcel.order, parcel.n);
  const toPay = parcel.toPay === null ? null : formatMoney({ amount: parcel.toPay, currency: 'RSD' });
  const delivered = parcel.moves.findLast(({ state }) => state === 'delivered');
  return (
    <>
      {part.state === 'stale' && (
        <div className={`wrap ${styles.stale}`}>
          <PartStale part={part} />
        </div>
      )}
      <section className={styles.dark}>
        <div className="wrap">
          <p className="osd">{copy.guest.line(parcel.order, key, parcel.courier, parcel.codes)}</p>
          <h1 className="d h1">{copy.headline(parcel.state, delivered ? formatDate(delivered.at) : '')}</h1>
          <div className={styles.way}>
            <div className={styles.top}>
              {parcel.expectedOn && (
                <div>
                  <p>{copy.guest.expected}</p>
                  <p className="d h2">{formatDate(parcel.expectedOn)}</p>
                </div>
              )}
              <TrackLinks tracking={parcel.tracking} variant="primary" />
            </div>
            <ParcelTrack parcel={parcel} before={[{ key: 'placed', when: parcel.orderedAt }]} />
          </div>
          <div className={styles.facts}>
            <dl>
              {toPay && (
                <div>
                  <dt>{copy.guest.pay}</dt>
                  <dd className={`d ${styles.toPay}`}>{toPay}</dd>
                </div>
              )}
              <div>
                <dt>{copy.guest.address}</dt>
                <dd>{[parcel.city, parcel.street].filter(Boolean).join(', ')}</dd>
              </div>
              <div>
                <dt>{copy.guest.phone}</dt>
                <dd>{parcel.phone}</dd>
              </div>
            </dl>
            <p>
              <Link to={authPath(pages.accountOrder.path.replace(':number', String(parcel.order)))}>
                {copy.guest.signIn}
              </Link>{' '}
              {copy.guest.signInFor}
            </p>
          </div>
        </div>
      </section>
      <div className={`wrap ${styles.two}`}>
        <section className={styles.panel}>
          <h2>{copy.moves}</h2>
          <ParcelMoves moves={parcel.moves} />
        </section>
        <section className={styles.panel}>
          {COMING_STATES.some((state) => state === parcel.state) && (
            <>
              <h2>{copy.guest.before}</h2>
              <p>{copy.guest.calls}</p>
              <p>
                {toPay && `${copy.guest.prepare(toPay)} `}
                {copy.guest.open}
              </p>
            </>
          )}
          <p>{copy.guest.help(company.email, parcel.order)}</p>
        </section>
      </div>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { documentNames, documentsCopy, documentTitle } from '#domain/documents/copy.ts';
import { ownExchanges } from '#domain/fulfilment/exchange-own-copy.ts';
import { followCopy as copy } from '#domain/fulfilment/follow-copy.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { changedDeliveryCopy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { orderRowPath } from '#domain/orders/own/own-order.ts';
import { lineName } from '#domain/payments/copy.ts';
import { returnCopy } from '#domain/returns/copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, client, errorMessage } from '../../api.ts';
import { useOwnChanges } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { OwnExchanges } from '../exchanges/own-exchanges.tsx';
import chips from '../packing/parcel.module.css';
import styles from './follow.module.css';
import { LostChoice } from './lost-choice.tsx';
import { OwnReturnWays } from './own-return-ways.tsx';
import { ParcelMoves, ParcelTrack } from './parcel-track.tsx';
import { stepsBefore } from './steps-before.ts';
import { TrackLinks } from './track-links.tsx';
import { warranties } from './warranties.ts';

type Own = Awaited<ReturnType<typeof client.fulfilment.own>>;
/** A paper is drawn within a second or two; until then it is asked for again. Milliseconds. */
const DRAWING = 2_000;

/** Of an order of devices that was paid: where its parcels are, what is in them, and its papers. */
export default function OwnParcels({ number, change }: { number: number; change: ReactNode }) {
  const order = useQuery(
    api.fulfilment.own.queryOptions({
      input: { number },
      refetchInterval: ({ state }) => (state.data?.documents.some(({ ready }) => !ready) ? DRAWING : false),
    }),
  );
  useOwnChanges(() => order.refetch());
  return (
    <DataPart name={copy.failed} part={partStateOf(order)} lines={8}>
      {() => <Shown order={order.data!} change={change} reload={order.refetch} />}
    </DataPart>
  );
}

function Shown({ order, change, reload }: { order: Own; change: ReactNode; reload: () => Promise<unknown> }) {
  const { number, parcels, notSent } = order;
  const product = productNamed(order.productName);
  // As the list of orders has it: what is not known by its number is withdrawn from there.
  const hasCome = parcels.some(({ state, serials }) => state === 'delivered' && serials.length > 0);
  return (
    <>
      {parcels.length === 0 && (
        <div className={styles.way}>
          <h2 className="d h2">{notSent ? copy.notSent[notSent] : copy.preparing}</h2>
          {notSent === 'withdrawn' && <p>{returnCopy.changedMind(number)}</p>}
          {!notSent && <ParcelTrack parcel={null} before={stepsBefore(order, null)} />}
        </div>
      )}
      {parcels.map((parcel) => {
        const key = shipmentKey(number, parcel.n);
        return (
          <section key={key} className={styles.way} aria-label={copy.parcel(key, parcel.courier, parcel.codes)}>
            <div className={styles.top}>
              <div>
                <p className="osd">
                  {copy.parcel(key, parcel.courier, parcel.codes)}
                  {parcel.kind === 'exchange' && `, ${ownExchanges.parcel}`}
                </p>
                <h2 className="d h2">
                  {copy.headline(parcel.state, parcel.deliveredAt ? formatDate(parcel.deliveredAt) : '')}
                </h2>
              </div>
              <TrackLinks tracking={parcel.tracking} variant="secondary" />
            </div>
            {parcel.loss && <LostChoice parcel={{ number, n: parcel.n }} loss={parcel.loss} reload={reload} />}
            <ParcelTrack
              parcel={parcel}
              before={parcel.kind === 'exchange' ? [] : stepsBefore(order, parcel.packedAt)}
            />
          </section>
        );
      })}
      <div className={styles.columns}>
        <div>
          <section className={styles.panel}>
            <h2>{copy.devices}</h2>
            <b>{product ? lineName(product) : order.productName}</b>
            <Devices order={order} />
          </section>
          <OwnExchanges exchanges={order.exchanges} />
          {parcels.map(({ n, moves }) => (
            <section key={n} className={styles.panel}>
              <h2>
                {copy.moves} {parcels.length > 1 && <span>{shipmentKey(number, n)}</span>}
              </h2>
              <ParcelMoves moves={moves} />
            </section>
          ))}
        </div>
        <div>
          <Papers order={order} />
          <Address order={order} change={change} />
          {!notSent && !hasCome && order.paidAt !== null && (
            <section className={styles.panel}>
              <h2>{copy.about}</h2>
              <p>
                <Link to={orderRowPath(number)}>{copy.aboutText}</Link>
              </p>
            </section>
          )}
        </div>
      </div>
      {!notSent && hasCome && <OwnReturnWays number={number} />}
    </>
  );
}

function Devices({ order }: { order: Own }) {
  return warranties(order).map(({ until, serials }) => (
    <div key={until} className={chips.serials}>
      <p className="muted s">{until ? copy.warranty(formatDate(until)) : copy.serials}</p>
      <ul className={chips.chips}>
        {serials.map((serial) => (
          <li key={serial}>{serial}</li>
        ))}
      </ul>
    </div>
  ));
}

function Papers({ order: { number, documents, notSent } }: { order: Own }) {
  const save = useSingleFlight(async (ask: () => Promise<File>) => {
    try {
      saveFile(await ask());
    } catch (error) {
      toast.error(errorMessage(error));
    }
  });
  return (
    <section className={styles.panel}>
      <h2>{copy.documents}</h2>
      {documents.length === 0 && <p className="muted">{notSent ? copy.documentsNone : copy.documentsEmpty}</p>}
      <ul className={styles.papers}>
        {documents.map((one) => (
          <li key={one.id}>
            <span>
              <b>{documentNames[one.kind]}</b>
              <span className="muted s">
                {one.number}, {formatDate(one.issuedAt)}
              </span>
            </span>
            {one.ready ? (
              <Button size="sm" variant="ghost" onClick={() => void save(() => client.documents.open({ id: one.id }))}>
                {copy.download}
                <span className="vh">: {documentTitle(one)}</span>
              </Button>
            ) : (
              <span className="muted s">{documentsCopy.busy}</span>
            )}
          </li>
        ))}
      </ul>
      {documents.length > 1 && (
        <Button size="sm" variant="secondary" onClick={() => void save(() => client.documents.all({ number }))}>
          {copy.all}
        </Button>
      )}
    </section>
  );
}

function Address({ order: { delivery: to }, change }: { order: Own; change: ReactNode }) {
  if (!to) return null;
  const { name, address, phone, note } = receiverOf(to);
  const lines = [name, ...address, phone].filter(Boolean);
  return (
    <section className={styles.panel}>
      <h2>{copy.address}</h2>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {note && <p className="muted s">{changedDeliveryCopy.noteSaid(note)}</p>}
      {change}
    </section>
  );
}

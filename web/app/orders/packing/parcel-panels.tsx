import { fiscalWords, newsWords, requestWords } from '#domain/fulfilment/copy.ts';
import { courierWords } from '#domain/fulfilment/courier-copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { shipmentKey } from '#domain/fulfilment/shipment.ts';
import { parcelWords } from '#domain/orders/states-copy.ts';
import { FULFILMENT_TONE } from '#domain/orders/tones.ts';
import { formatDateTime } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { client } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import aside from '../desk/order-aside.module.css';
import { AskCourier } from './ask-courier.tsx';
import type { PackingRow, ParcelRow } from './packing-row.ts';
import { printLabels } from './print.ts';

const copy = packingCopy.parcel;

export interface ParcelFact {
  name: string;
  value: string;
}

/**
 * A card for each parcel: who carries it, what is in it, and where it is. `more` is what else is known of one, and of an order without any
 * parcel, by whoever sees its sale.
 */
export function ParcelPanels({
  packing,
  more = () => [],
  reload,
}: {
  packing: PackingRow;
  more?: (parcel: ParcelRow | null) => readonly ParcelFact[];
  reload: () => Promise<unknown>;
}) {
  if (packing.parcels.length === 0)
    return (
      <section className={page.panel}>
        <header>
          <h2>{copy.title}</h2>
        </header>
        <div className={page.body}>
          <p className="muted">{copy.empty}</p>
          <Facts facts={more(null)} />
        </div>
      </section>
    );
  return packing.parcels.map((parcel) => (
    <ParcelPanel key={parcel.id} packing={packing} parcel={parcel} more={more(parcel)} reload={reload} />
  ));
}

function ParcelPanel({
  packing: { number, receipt },
  parcel,
  more,
  reload,
}: {
  packing: PackingRow;
  parcel: ParcelRow;
  more: readonly ParcelFact[];
  reload: () => Promise<unknown>;
}) {
  const mayPack = usePermissions().has('pack orders');
  const { state, boxes } = parcel;
  const grams = boxes.reduce((sum, box) => sum + box.grams, 0);
  const isLive = state !== 'cancelled';
  const { told } = parcel;
  const asked = parcel.request?.state === 'cancelled' ? null : parcel.request;
  const codes = boxes.flatMap(({ code }) => code ?? []);
  const isReady = state !== 'packed' || !asked || asked.state === 'made';
  return (
    <section className={page.panel}>
      <header>
        <h2>
          {copy.title} {parcel.kind === 'exchange' && <span>{exchangeDesk.note}</span>}
        </h2>
        <Badge tone={isLive ? FULFILMENT_TONE[state] : undefined}>{parcelWords[state]}</Badge>
      </header>
      <div className={page.body}>
        <dl className={page.facts}>
          <Fact name={copy.courier} value={courierWords[parcel.courier]} />
          <Fact name={copy.number} value={[...codes, shipmentKey(number, parcel.n)].join(', ')} />
          {asked && (state === 'packed' || asked.state !== 'made') && (
            <Fact name={copy.request} value={requestWords[asked.state]} />
          )}
          {told && (
            <Fact
              name={copy.told}
              value={[told.news ? newsWords[told.news] : copy.toldUnknown(told.status), formatDateTime(told.at)].join(
                ', ',
              )}
            />
          )}
          <Fact
            name={copy.box}
            value={boxes.length > 0 ? copy.boxes(boxes.length, grams) : packingCopy.queue.devices(parcel.devices)}
          />
          {more.map((fact) => (
            <Fact key={fact.name + fact.value} {...fact} />
          ))}
          <Fact
            name={copy.packed}
            value={[formatDateTime(parcel.packedAt), parcel.packedBy].filter(Boolean).join(', ')}
          />
          {boxes.length > 0 && isLive && <Fact name={copy.printed} value={copy.prints(parcel.labelsPrinted)} />}
          {parcel.deliveredAt && <Fact name={copy.delivered} value={formatDateTime(parcel.deliveredAt)} />}
          {receipt && isLive && parcel.kind !== 'exchange' && (
            <Fact name={copy.receipt} value={receipt.number || fiscalWords[receipt.kind]} />
          )}
        </dl>
        {asked?.state === 'to_call_off' && <CallOff parcel={parcel} reload={reload} />}
        {mayPack && asked?.mayAsk && state !== 'delivered' && state !== 'returned' && asked.state !== 'waiting' && (
          <AskCourier id={parcel.id} />
        )}
        {boxes.length > 0 && isLive && isReady && (
          <button type="button" className={aside.textButton} onClick={() => void printLabels([parcel.id]).then(reload)}>
            {parcel.labelsPrinted === 0 ? copy.print : copy.again}
          </button>
        )}
      </div>
    </section>
  );
}

/** The courier still has what is cancelled here: somebody calls it, and says so. */
function CallOff({ parcel, reload }: { parcel: ParcelRow; reload: () => Promise<unknown> }) {
  const mayPack = usePermissions().has('pack orders');
  async function calledOff() {
    const sent = await write(() => client.fulfilment.admin.decideRequest({ id: parcel.id, decision: 'called_off' }), {
      failed: packingCopy.courier.failed,
    });
    if (sent.outcome !== 'done') return toast.error(sent.text);
    toast.success(packingCopy.courier.saved);
    await reload();
  }
  return (
    <>
      <p role="alert">{packingCopy.courier.callOff(courierWords[parcel.courier])}</p>
      {mayPack && (
        <Button size="sm" variant="secondary" onClick={() => void calledOff()}>
          {packingCopy.courier.calledOff}
        </Button>
      )}
    </>
  );
}

function Facts({ facts }: { facts: readonly ParcelFact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={page.facts}>
      {facts.map((fact) => (
        <Fact key={fact.name + fact.value} {...fact} />
      ))}
    </dl>
  );
}

const Fact = ({ name, value }: ParcelFact) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

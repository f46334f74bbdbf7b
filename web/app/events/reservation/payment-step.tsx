import { useRef, useState } from 'react';
import type { EventFacts } from '#domain/events/event.ts';
import type { Country, PackageId } from '#domain/events/packages.ts';
import type { ShownInstructions } from '#domain/events/payment/payment-lines.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { pngOf } from '../../ui/media/png-of.ts';
import { QrCode } from '../../ui/media/qr-code.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from '../events.module.css';
import { PaymentRows } from '../payment-rows.tsx';

/** The server's answer, as the browser receives it. */
export interface ShownReservation {
  number: number;
  packageId: PackageId;
  country: Country;
  amount: Money;
  email: string;
  instructions: ShownInstructions;
  link: string;
}

/** After the server's answer: what to pay, and how. */
export function PaymentStep({ event, reservation }: { event: EventFacts; reservation: ShownReservation }) {
  const { number, email, instructions } = reservation;
  const [wish] = useState(() => Math.random());
  const wishes = dialog.closing(event);
  const closing = wishes[Math.floor(wish * wishes.length)];
  return (
    <>
      <p className={styles.number}>
        <span>{dialog.payment.number}</span> <b className="num">{number}</b>{' '}
        <Badge tone="warn">{dialog.payment.pending}</Badge>
      </p>
      <p className="vh" role="status">
        {dialog.payment.lead}
      </p>
      <PaymentRows instructions={instructions} />
      <p className={`s muted ${styles.anywhere}`}>
        {dialog.payment.deadline(formatDate(instructions.dueAt), email)} {instructions.lapses && dialog.payment.lapses}
      </p>
      <p className="s">{closing}</p>
    </>
  );
}

/** Beside the slip: the QR code and what is to be paid. */
export function PaymentAside({ reservation }: { reservation: ShownReservation }) {
  const { qr } = reservation.instructions;
  const picture = useRef<HTMLDivElement>(null);
  const words = dialog.payment.qr[qr.kind];
  const amount = formatMoney(reservation.amount);
  return (
    <div className={styles.payAside}>
      <h3 className={styles.asideTitle}>{words.title}</h3>
      <div ref={picture} className={styles.payQr}>
        <QrCode className={styles.qr} text={qr.payload} label={words.alt(amount)} />
      </div>
      <p className={`s ${styles.onWide}`}>{words.hint}</p>
      <p className={`s ${styles.onPhone}`}>{dialog.payment.phoneQr}</p>
      <Button
        full
        size="sm"
        variant="secondary"
        onClick={() => void saveQr(picture.current!.querySelector('svg')!, dialog.payment.qrFile(reservation.number))}
      >
        {dialog.payment.saveQr}
      </Button>
      <dl className={`${styles.sum} ${styles.onWide}`}>
        <div className={styles.total}>
          <dt>{dialog.summary.toPay}</dt>
          <dd>
            <span className="num">{amount}</span>
          </dd>
        </div>
      </dl>
    </div>
  );
}

const QR_PIXELS = 1024;

/** To the phone's share sheet, where pictures are offered to the gallery and to the bank's application; otherwise a download. */
async function saveQr(shown: SVGSVGElement, name: string): Promise<void> {
  const svg = shown.cloneNode(true) as SVGSVGElement;
  svg.setAttribute('width', String(QR_PIXELS));
  svg.setAttribute('height', String(QR_PIXELS));
  const file = new File([await pngOf(svg, QR_PIXELS, QR_PIXELS)], name, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      return await navigator.share({ files: [file] });
    } catch (error) {
      // Closing the share sheet is the person's own choice; any other failure leaves the download.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  saveFile(file);
  toast.success(dialog.payment.savedQr(name));
}

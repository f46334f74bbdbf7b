import { useEffect, useRef } from 'react';
import { ticketCopy } from '#domain/events/ticket/card-copy.ts';
import { ticketPageCopy as copy } from '#domain/events/ticket/copy.ts';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/media/qr-code.tsx';
import styles from '../ticket.module.css';
import type { ShownTicket } from './page-shape.ts';

/** Pixels of sideways movement that count as a swipe. */
const SWIPE = 48;

interface FullScreenProps {
  tickets: readonly ShownTicket[];
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** The code alone on white, with the screen kept awake; a swipe or an arrow shows the next ticket. */
export function FullScreen({ tickets, shown, onShow, onClose }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const touched = useRef(0);
  const ticket = tickets[shown]!;
  const step = (by: number) => onShow((shown + by + tickets.length) % tickets.length);

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(keepAwake, []);

  return (
    <dialog
      ref={dialog}
      className={styles.full}
      aria-label={ticketCopy.number(ticket.code)}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') step(1);
        if (key === 'ArrowLeft') step(-1);
      }}
      onTouchStart={({ touches }) => {
        touched.current = touches[0]!.clientX;
      }}
      onTouchEnd={({ changedTouches }) => {
        const moved = changedTouches[0]!.clientX - touched.current;
        if (Math.abs(moved) > SWIPE) step(moved < 0 ? 1 : -1);
      }}
    >
      <QrCode className={styles.fullCode} text={ticket.link} label={ticketCopy.qrAlt(ticket.code)} />
      <p className={`num ${styles.number}`} aria-live="polite">
        {ticket.code}
      </p>
      {tickets.length > 1 && (
        <div className="row">
          <Button variant="secondary" onClick={() => step(-1)}>
            {copy.fullPrevious}
          </Button>
          <Button variant="secondary" onClick={() => step(1)}>
            {copy.fullNext}
          </Button>
        </div>
      )}
      <Button variant="ink" onClick={() => dialog.current?.close()}>
        {copy.fullClose}
      </Button>
    </dialog>
  );
}

/** Phones that cannot keep the screen awake, or do not want to while the battery is low, dim it as usual. */
function keepAwake() {
  let lock: { release: () => Promise<void> } | null = null;
  let left = false;
  navigator.wakeLock?.request('screen').then(
    (held) => {
      lock = held;
      if (left) void held.release();
    },
    () => {},
  );
  return () => {
    left = true;
    void lock?.release();
  };
}

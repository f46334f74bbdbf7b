import { useEffect, useState } from 'react';
import { dialog } from '#domain/events/reservation-copy.ts';
import { TextLink } from '../../ui/link.tsx';
import styles from '../tickets.module.css';
import { type MadeReservation, onReservationMade, storedMade } from './reservation-draft.ts';

/** The way to the reservation that was just made stays after the dialog is closed. */
export function MadeNotice() {
  const [made, setMade] = useState<MadeReservation | null>(null);
  useEffect(() => {
    const read = () => setMade(storedMade());
    read();
    return onReservationMade(read);
  }, []);
  if (!made) return null;
  return (
    <p className={styles.made} role="status">
      {dialog.made.line(made.number)} <TextLink to={made.path}>{dialog.made.open}</TextLink>
    </p>
  );
}

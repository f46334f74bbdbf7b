import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { EventPaymentsDialog } from './event-payments-head.tsx';
import type { ReservationRow } from './reservation-row.ts';

export type OpenDialogs = ReturnType<typeof useOpenDialogs>;

/** Which dialogs of the page are open; one about a reservation or about money holds the list. */
export function useOpenDialogs() {
  const [isConfirming, setConfirming] = useState(false);
  const [removing, setRemoving] = useState<ReservationRow | null>(null);
  const [guest, setGuest] = useState<ReservationRow | null>(null);
  const [noted, setNoted] = useState<ReservationRow | null>(null);
  const [detailsOpen, setDetailsOpen] = useState(false);
  const [opened, setOpened] = useState<EventPaymentsDialog | null>(null);

  // A link of a dialog that leads to a reservation leads to the list under it.
  const { key: place } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the new place is
  useEffect(() => setOpened(null), [place]);

  return {
    setConfirming,
    removing,
    setRemoving,
    guest,
    setGuest,
    noted,
    setNoted,
    detailsOpen,
    setDetailsOpen,
    opened,
    setOpened,
    isHeld: isConfirming || removing !== null || guest !== null || noted !== null || opened !== null,
  };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { people } from '#domain/accounts/people-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { api, type client, errorCode, errorMessage } from '../api.ts';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import { FormError, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import styles from './people.module.css';
import type { PersonRow } from './people-columns.tsx';

const copy = people.erase;

/** Lists what is erased and what stays before anything happens; the address is typed by hand. */
export function EraseDialog({
  row,
  onClose,
  onErase,
}: {
  row: PersonRow;
  onClose: () => void;
  /** Resolves to what went wrong. */
  onErase: (row: PersonRow, email: string) => Promise<Problem | null>;
}) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const erasure = useQuery(api.accounts.admin.people.erasure.queryOptions({ input: { id: row.id }, staleTime: 0 }));
  // The list hears of the deed itself before its answer comes, and then nobody is there to ask about.
  useLiveList('people', () => (busy ? Promise.resolve() : erasure.refetch({ throwOnError: true })));
  const matches = typed.trim().toLowerCase() === row.email;
  const erase = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    setProblem(await onErase(row, typed));
    setBusy(false);
  });
  return (
    <ConfirmDialog
      open
      asks={false}
      danger
      onOpenChange={onClose}
      title={copy.title}
      text={copy.text(row.email)}
      yes={copy.button}
      busy={busy}
      problem={problem}
      disabled={!matches || !erasure.data}
      onConfirm={() => void erase()}
    >
      <div className={styles.erase}>
        <h3 className="d h4">{copy.what}</h3>
        {erasure.data && (
          <ul>
            {consequences(erasure.data).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {errorCode(erasure.error) === 'PERSON_GONE' ? (
          <FormError title={errorMessage(erasure.error)} />
        ) : (
          <DataPart name={copy.what} part={partStateOf(erasure)} lines={3}>
            {() => null}
          </DataPart>
        )}
        <TextField
          label={copy.type}
          hint={row.email}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}

type Erasure = Awaited<ReturnType<typeof client.accounts.admin.people.erasure>>;

function consequences(erasure: Erasure): string[] {
  const { downline, upline, orders, packages, subscriptions, devices, banners } = erasure;
  const { paidReservations, unpaidReservations, unprovenReservations } = erasure;
  return [
    downline > 0 ? copy.downline(downline, upline) : copy.noDownline,
    orders + packages + devices === 0 && copy.nothingKept,
    orders > 0 && copy.orders(orders),
    packages > 0 && copy.packages(packages),
    subscriptions > 0 && copy.subscriptions(subscriptions),
    devices > 0 && copy.devices(devices),
    paidReservations > 0 && copy.paidReservations(paidReservations),
    unpaidReservations > 0 && copy.unpaidReservations(unpaidReservations),
    unprovenReservations > 0 && copy.unprovenReservations(unprovenReservations),
    banners > 0 && copy.banners(formatNumber(banners)),
  ].filter((line) => line !== false);
}

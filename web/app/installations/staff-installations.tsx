import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffInstallations as copy, myInstallations } from '#domain/installations/copy.ts';
import { INSTALLATIONS_SHOWN } from '#domain/installations/rules.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { venueNames } from '#domain/places/copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, client } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { SubjectLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../ui/overlay/meanwhile-notice.tsx';
import { meanwhileOfRows } from '../ui/overlay/meanwhile-of-rows.ts';
import { toast } from '../ui/overlay/toast.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { type Refusal, type Unknown, write } from '../write.ts';
import styles from './installations.module.css';

const AssignDialog = lazyComponent(() => import('./assign-dialog.tsx'), {
  size: 'dialog',
  title: lateCopy.installation,
});
type Assigned = Awaited<ReturnType<typeof client.installations.admin.list>>['open'][number];

/** Which addresses were given to whom, which records have come, and one more to give. */
export function StaffInstallations() {
  const list = useQuery(api.installations.admin.list.queryOptions());
  useLiveRows('installations', () => list.refetch({ throwOnError: true }));
  const [assigning, setAssigning] = useState(false);
  const [cancelling, setCancelling] = useState<Assigned | null>(null);
  const { open = [], over = [] } = list.data ?? {};
  return (
    <section className={styles.section} id="montaze" aria-labelledby="installations-title">
      <header>
        <h2 id="installations-title" className="d h3">
          {copy.title}
        </h2>
        <span className={styles.acts}>
          {list.data && (
            <span className="muted">
              {copy.count({ count: open.length, more: open.length >= INSTALLATIONS_SHOWN })}
            </span>
          )}
          <Button size="sm" variant="secondary" onClick={() => setAssigning(true)}>
            {copy.assign}
          </Button>
        </span>
      </header>
      <DataPart name={copy.title} part={partStateOf(list)} lines={2}>
        {() => open.length === 0 && <p className="muted">{copy.empty}</p>}
      </DataPart>
      {open.length > 0 && (
        <ul className={styles.list} data-rows="">
          {open.map((one) => (
            <li key={one.id}>
              <Who one={one} />
              <span className={styles.stack}>
                <span>
                  {one.name}, {one.address}
                </span>
                <span className="muted s">{[one.phone, one.note].filter(Boolean).join(' · ')}</span>
              </span>
              <Due at={one.agreedAt} />
              <Button
                size="sm"
                variant="secondary"
                aria-label={copy.cancelOf(one.number)}
                onClick={() => setCancelling(one)}
              >
                {copy.cancel}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <details>
          <summary>{copy.over}</summary>
          <ul className={styles.list}>
            {over.map((one) => (
              <li key={one.id}>
                <Who one={one} />
                <Done one={one} />
                <Badge tone={one.recordedAt ? 'ok' : 'err'}>
                  {one.recordedAt ? myInstallations.recorded : myInstallations.cancelled}
                </Badge>
              </li>
            ))}
          </ul>
        </details>
      )}
      {assigning && <AssignDialog onClose={() => setAssigning(false)} onDone={() => void list.refetch()} />}
      {cancelling && (
        <CancelDialog
          one={cancelling}
          meanwhile={meanwhileOfRows([cancelling], list.data?.open, () => {})}
          onClose={() => setCancelling(null)}
          onDone={() => void list.refetch()}
        />
      )}
    </section>
  );
}

function Who({ one: { number, installer, recordedAt, cancelledAt } }: { one: Assigned }) {
  const isOpen = recordedAt === null && cancelledAt === null;
  return (
    <span className={styles.stack}>
      <b>{myInstallations.number(number)}</b>
      <span className="muted s">
        {installer ? (
          <SubjectLink kind="profile" lookup={installer.email}>
            {installer.name}
          </SubjectLink>
        ) : (
          copy.nobody
        )}
      </span>
      {isOpen && installer?.isActive === false && <b className="s">{copy.notActive}</b>}
    </span>
  );
}

function Due({ at }: { at: string | Date }) {
  const isLate = new Date(at) < new Date();
  return (
    <span className={styles.stack}>
      <Badge tone={isLate ? 'err' : 'warn'}>{myInstallations.agreed(at)}</Badge>
      {isLate && <span className="s">{copy.late}</span>}
    </span>
  );
}

function Done({ one: { record, name, address } }: { one: Assigned }) {
  return (
    <span className={styles.stack}>
      <span>{[name, address].filter(Boolean).join(', ') || myInstallations.forgotten}</span>
      {record && (
        <span className="muted s">
          {[
            copy.done(formatDate(record.doneOn), record.device),
            record.venue && copy.venue(venueNames[record.venue]),
            copy.before(record.before),
            copy.after(record.after),
            record.remarks,
            record.confirmedBy && copy.confirmed(record.confirmedBy),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </span>
  );
}

interface CancelProps {
  one: Assigned;
  meanwhile: Meanwhile | null;
  onClose: () => void;
  onDone: () => void;
}

function CancelDialog({ one, meanwhile, onClose, onDone }: CancelProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal | Unknown | null>(null);
  async function cancel() {
    if (busy) return;
    setBusy(true);
    const done = await write(() => client.installations.admin.cancel({ id: one.id }));
    setBusy(false);
    onDone();
    if (done.outcome !== 'done') return setProblem(done);
    toast.success(one.installer ? copy.cancelled : copy.cancelledNobody);
    onClose();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.cancelTitle(one.number)}
      text={one.installer ? copy.cancelText : copy.cancelTextNobody}
      yes={copy.cancel}
      danger
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      onConfirm={() => void cancel()}
    />
  );
}

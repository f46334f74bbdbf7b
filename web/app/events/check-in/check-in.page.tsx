import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useCallback, useRef, useState } from 'react';
import { checkInCopy as copy } from '#domain/events/admin/copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatTime } from '#domain/time.ts';
import { api, client, errorMessage } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import styles from './check-in.module.css';

const Scanner = lazy(() => import('./scanner.tsx'));
const DOOR = 'vidik.door';

type Admission = Awaited<ReturnType<typeof client.events.admin.checkIn>>;
interface Check {
  at: Date;
  code: string;
  admission: Admission | null;
  error: string | null;
}

/** Check-in at an entrance: the camera or a typed number, and a large answer in colour and text. */
export default function CheckInPage() {
  const [door, setDoor] = useState(() => localStorage.getItem(DOOR) ?? copy.defaultDoor);
  const [scanning, setScanning] = useState(false);
  const [typed, setTyped] = useState('');
  const [checks, setChecks] = useState<Check[]>([]);
  const busy = useRef(false);
  const attendance = useQuery(api.events.admin.attendance.queryOptions());
  const last = checks[0];
  const counted = last?.admission ?? attendance.data;

  const check = useCallback(async (code: string, where: string) => {
    if (busy.current || code.trim() === '') return;
    busy.current = true;
    try {
      const admission = await client.events.admin.checkIn({ code, door: where });
      navigator.vibrate?.(admission.verdict === 'valid' ? 60 : [80, 60, 80]);
      setChecks((known) => [{ at: new Date(), code, admission, error: null }, ...known].slice(0, 20));
    } catch (cause) {
      const error = cause instanceof TypeError ? copy.offline : errorMessage(cause);
      setChecks((known) => [{ at: new Date(), code, admission: null, error }, ...known].slice(0, 20));
    } finally {
      busy.current = false;
    }
  }, []);
  const onScan = useCallback((code: string) => void check(code, door), [check, door]);

  function submit(event: FormEvent) {
    event.preventDefault();
    void check(typed, door);
    setTyped('');
  }

  return (
    <>
      <AdminHead title={copy.title}>
        {counted && <p className="muted">{copy.admitted(counted.admitted, counted.issued)}</p>}
      </AdminHead>
      <div className={styles.desk}>
        <div className={styles.ask}>
          {scanning ? (
            <Suspense fallback={<div className={styles.camera} />}>
              <Scanner onCode={onScan} onStop={() => setScanning(false)} />
            </Suspense>
          ) : (
            <div className={styles.camera}>
              <Button onClick={() => setScanning(true)}>{copy.start}</Button>
              <p className="s">{copy.lead}</p>
            </div>
          )}
          <form className={styles.byHand} onSubmit={submit}>
            <TextField
              label={copy.number}
              hint={copy.numberHint}
              value={typed}
              autoComplete="off"
              inputMode="text"
              maxLength={500}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" variant="ink">
              {copy.submit}
            </Button>
          </form>
          <TextField
            label={copy.door}
            hint={copy.doorHint}
            value={door}
            maxLength={60}
            onChange={(event) => {
              setDoor(event.target.value);
              localStorage.setItem(DOOR, event.target.value);
            }}
          />
        </div>
        <div className={styles.answers}>
          <div aria-live="assertive">{last && <Answer check={last} />}</div>
          {checks.length > 1 && (
            <>
              <h2 className="d h4">{copy.history}</h2>
              <ol className={styles.history}>
                {checks.slice(1).map((one) => (
                  <li key={one.at.getTime()} data-verdict={one.admission?.verdict ?? 'error'}>
                    <span>{formatTime(one.at)}</span>
                    <b>{one.admission?.name ?? one.admission?.code ?? one.code.slice(-12)}</b>
                    <span>{one.admission ? copy.verdicts[one.admission.verdict] : one.error}</span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
      </div>
    </>
  );
}

function Answer({ check: { admission, error } }: { check: Check }) {
  if (!admission)
    return (
      <div className={styles.answer} data-verdict="error">
        <p className="d h2">{error}</p>
      </div>
    );
  return (
    <div className={styles.answer} data-verdict={admission.verdict}>
      <p className={`d ${styles.verdict}`}>{copy.verdicts[admission.verdict]}</p>
      {admission.name && <p className="d h3">{admission.name}</p>}
      {admission.packageId && (
        <p>
          {admission.code}, {packageOf(admission.packageId).name}
          {admission.position !== null && (admission.count ?? 1) > 1 && (
            <>. {copy.position(admission.position, admission.count ?? 1)}</>
          )}
        </p>
      )}
      <p>{explain(admission)}</p>
    </div>
  );
}

function explain({ verdict, admittedAt, door, number, year }: Admission): string {
  if (verdict === 'used' && admittedAt) return copy.explain.used(formatTime(admittedAt), door ?? '');
  if (verdict === 'other-year' && year !== null) return copy.explain.otherYear(year);
  if (verdict === 'lapsed' && number !== null) return copy.explain.lapsed(number);
  if (verdict === 'cancelled' && number !== null) return copy.explain.cancelled(number);
  if (verdict === 'unpaid' && number !== null) return copy.explain.unpaid(number);
  return verdict === 'valid' ? copy.explain.valid : copy.explain.unknown;
}

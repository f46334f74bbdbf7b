import { type CSSProperties, type FormEvent, useEffect, useRef, useState } from 'react';
import { stockCopy } from '#domain/stock/copy.ts';
import { formatTime } from '#domain/time.ts';
import { client } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { write } from '../write.ts';
import styles from './intake.module.css';
import { sound } from './scan-sound.ts';
import { ShelfField } from './shelf-field.tsx';
import { waitingOrderNumbers } from './waiting-order-numbers.ts';

const copy = stockCopy.scan;
type Answer = Awaited<ReturnType<typeof client.stock.admin.scan>>;

interface Scanned {
  /** Its place in the order of scanning. */
  number: number;
  serial: string;
  text: string;
  tone: 'ok' | 'warn' | 'err';
  /** Of a device that this scan has received. */
  id: string | null;
  /** Orders that wait when it is taken back, once the server has told them. */
  seen?: number[];
}

const COLOURS = { ok: 'var(--bar-green)', warn: 'var(--bar-yellow)', err: 'var(--bar-red)' };

/** What was scanned so far, written one after the other, and taking one back. */
function useScans(onTaken: () => void) {
  const [key] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const [shelf, setShelf] = useState('');
  const [list, setList] = useState<readonly Scanned[]>([]);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const next = useRef(1);
  /** Devices that a line of the list has received. */
  const shown = useRef(new Set<string>());
  /** One after the other, in the order of scanning, while the next number is already read. */
  const queue = useRef(Promise.resolve());
  // The scanner types into it as soon as it is shown.
  useEffect(() => field.current!.focus(), []);
  const received = list.filter(({ id }) => id !== null).length;

  function show(scanned: Scanned) {
    setList((now) => [scanned, ...now.filter(({ number }) => number !== scanned.number)]);
    setSaid(copy.said(scanned.serial, scanned.text));
    sound(scanned.tone === 'err' ? 'long' : 'short');
  }

  async function send(serial: string, number: number) {
    const outcome = await write(() => client.stock.admin.scan({ key, serial, shelf: shelf.trim() }));
    const line =
      outcome.outcome === 'done'
        ? describe(outcome.value, shown.current)
        : { serial, tone: 'err' as const, id: null, text: outcome.outcome === 'unknown' ? copy.lost : outcome.text };
    if (line.id) shown.current.add(line.id);
    show({ number, ...line });
    onTaken();
  }

  function onScan(event: FormEvent) {
    event.preventDefault();
    const serial = typed.trim();
    setTyped('');
    field.current!.focus();
    if (serial === '') return;
    const number = next.current++;
    queue.current = queue.current.then(() => send(serial, number));
  }

  async function undo(scanned: Scanned) {
    const outcome = await write(() => client.stock.admin.unscan({ id: scanned.id!, seen: scanned.seen ?? [] }));
    field.current?.focus();
    if (outcome.outcome === 'done') show({ ...scanned, id: null, tone: 'warn', text: copy.undone });
    else
      show({
        ...scanned,
        text: outcome.text,
        ...(outcome.code === 'INTAKE_AWAITED'
          ? { tone: 'warn' as const, seen: waitingOrderNumbers(outcome.data) }
          : {}),
      });
    onTaken();
  }

  return { field, typed, setTyped, shelf, setShelf, list, said, received, onScan, undo };
}

/** The field keeps the focus; every number is written at once, the newest stands on top, what is refused stays with its reason. */
export function IntakeScan({ onTaken }: { onTaken: () => void }) {
  const { field, typed, setTyped, shelf, setShelf, list, said, received, onScan, undo } = useScans(onTaken);
  return (
    <div className={styles.scan}>
      <form className={styles.scanTop} onSubmit={onScan}>
        <div>
          <label htmlFor="scan">{copy.label}</label>
          <input
            ref={field}
            id="scan"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            placeholder={copy.placeholder}
            aria-describedby="scan-hint"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <p id="scan-hint" className="muted s">
            {copy.hint}
          </p>
        </div>
        <p className={styles.scanCount}>
          <span className="d">{received}</span> <span className="muted">{copy.count}</span>
        </p>
      </form>
      <div className={styles.scanShelf}>
        <ShelfField
          value={shelf}
          onType={setShelf}
          onKeyDown={(event) => event.key === 'Enter' && field.current?.focus()}
        />
      </div>
      <p className="vh" aria-live="polite">
        {said}
      </p>
      {list.length > 0 && (
        <ul aria-label={copy.list}>
          {list.map((scanned) => (
            <li key={scanned.number} style={{ '--k': COLOURS[scanned.tone] } as CSSProperties}>
              <b>{scanned.serial}</b>
              <span>{scanned.text}</span>
              {scanned.id && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={scanned.seen ? copy.undoAnywayOf(scanned.serial) : copy.undoOf(scanned.serial)}
                  onClick={() => void undo(scanned)}
                >
                  {scanned.seen ? copy.undoAnyway : copy.undo}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className={`muted s ${styles.scanNote}`}>{copy.note}</p>
    </div>
  );
}

/** Received before although no line says so: its first answer was lost. */
function describe(answer: Answer, shown: ReadonlySet<string>): Omit<Scanned, 'number'> {
  switch (answer.kind) {
    case 'received':
      return { serial: answer.serial, text: copy.received, tone: 'ok', id: answer.id };
    case 'again':
      return shown.has(answer.id)
        ? { serial: answer.serial, text: copy.again(formatTime(answer.at)), tone: 'warn', id: null }
        : { serial: answer.serial, text: copy.received, tone: 'ok', id: answer.id };
    case 'refused': {
      const { problem, text } = answer;
      return {
        serial: text,
        text: problem.kind === 'exists' ? copy.exists(problem.place, problem.order) : copy.wrong,
        tone: 'err',
        id: null,
      };
    }
  }
}

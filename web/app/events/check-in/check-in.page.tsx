import { useEffect, useRef, useState } from 'react';
import { datesOf } from '#domain/events/days.ts';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { type DoorEntry, type DoorGuest, holdsTicket, isDoorDay, UNDO_MS } from '#domain/events/door/rules.ts';
import { dayOf, formatDateInSentence, formatTime, startOfDay } from '#domain/time.ts';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import { type Asking, AskingDialog } from './asking-dialog.tsx';
import { Board, doorsLive } from './board.tsx';
import styles from './check-in.module.css';
import { CheckLog, type LoggedCheck } from './check-log.tsx';
import { type Answer, labelOf } from './door-answer.ts';
import type { Answered } from './door-queue.ts';
import { Guests } from './guests.tsx';
import { Header, type View } from './header.tsx';
import { Notices } from './notices.tsx';
import { Scan } from './scan.tsx';
import { useDoor } from './use-door.ts';
import { useWide } from './use-wide.ts';
import { Verdict } from './verdict.tsx';

/** The doors of the event: on a phone the verdict over the camera, on a wide screen all doors beside the guests. */
export default function CheckInPage() {
  const door = useDoor();
  const { queue, checks, list, state } = door;
  const isWide = useWide();
  const [view, setView] = useState<View>(isWide ? 'guests' : 'scan');
  const [asking, setAsking] = useState<Asking | null>(null);
  const [text, setText] = useState('');
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  useTick();

  const [newest] = checks.answered;
  const shown = newest && !dismissed.has(newest.key) ? newest : null;
  const isFresh = shown !== null && Date.now() - shown.at.getTime() < UNDO_MS;
  const isChoosing = shown?.answer.verdict === 'choose';
  /** Stays until somebody decides; an entry beside the guests goes with the time to take it back. */
  const isAsked = shown !== null && shown.answer.verdict !== 'valid';
  useEffect(() => queue.hold(asking !== null || isChoosing), [queue, asking, isChoosing]);

  const now = door.now();
  const closed = list !== null && !isDoorDay(list, dayOf(now));
  const counted = door.isOnline && state.data ? state.data : countOf(list?.guests, state.data);
  const dismiss = (key: string) => setDismissed((before) => new Set(before).add(key));
  const toNumber = () => requestAnimationFrame(() => field.current?.focus());

  /** After a question the number field has the focus again, when it was typed into. */
  function close() {
    setAsking(null);
    if (newest?.source === 'typed') toNumber();
  }

  function choose(code: string | null) {
    if (!shown) return;
    dismiss(shown.key);
    if (code) queue.add(code, shown.source, { first: true });
    if (shown.source === 'typed') toNumber();
  }

  async function onReason(reason: string) {
    const asked = asking;
    close();
    if (asked?.kind === 'anyway') queue.add(asked.code, newest?.source ?? 'list', { reason, first: true });
    if (asked?.kind !== 'undo') return;
    const isUndone = await door.undo(asked.code, asked.key, reason);
    if (isUndone && newest) dismiss(newest.key);
  }

  const askUndo = (code: string | null, name: string | null, entry: DoorEntry | null) =>
    code && entry && setAsking({ kind: 'undo', code, name: name ?? '', key: entry.key });
  const [running, ...waiting] = checks.waiting;
  const isHeld = asking !== null || isChoosing;
  const told = (
    <Notices
      notices={door.notices}
      onNoticeSeen={door.dismissNotice}
      clashes={(state.data?.clashes ?? []).filter(({ key }) => !dismissed.has(key))}
      onClashSeen={dismiss}
    />
  );
  const log = checks.answered
    .filter(({ answer }) => answer.verdict !== 'choose')
    .slice(0, 12)
    .map((check) => logged(check, door.undone.has(check.key)));

  const verdict = (
    <Verdict
      shown={shown}
      small={view !== 'scan' || !door.isOnline || closed}
      checking={running && !isHeld ? running.code : null}
      idle={view === 'scan' ? copy.idle : view === 'search' ? copy.searchIdle : copy.guestsIdle}
      last={lastEntry(checks.answered, door.undone)}
      onUndo={({ answer }) => askUndo(answer.code, answer.name, answer.entry)}
      onAnyway={({ answer }) =>
        answer.code && setAsking({ kind: 'anyway', code: answer.code, name: answer.name ?? '' })
      }
      onChoose={choose}
      onFind={() => {
        if (shown) dismiss(shown.key);
        setText('');
        setView('search');
      }}
      onAgain={({ key, code, source }) => {
        dismiss(key);
        queue.add(code, source);
        if (source === 'typed') toNumber();
      }}
    />
  );

  return (
    <div className={styles.door} data-view={view}>
      <Header
        view={view}
        onView={(next) => {
          if (shown && !isChoosing) dismiss(shown.key);
          setView(next);
        }}
        door={door.door}
        onDoor={() => setAsking({ kind: 'door' })}
        counted={counted}
        part={partStateOf(state)}
        day={state.data ? copy.day(formatDateInSentence(startOfDay(state.data.day)), state.data.dayNumber) : null}
        live={door.connection === 'live' && state.data ? doorsLive(state.data, now) : null}
      />
      <div role="status" className={styles.states}>
        {!door.isOnline && (
          <p className={styles.offline}>
            {list ? copy.offline(formatTime(list.at)) : copy.offlineWithoutList}{' '}
            {isWide && door.waitingToSend > 0 && <b>{copy.waiting(door.waitingToSend)}.</b>}
          </p>
        )}
        {closed && list && <p className={styles.offline}>{copy.closed(datesOf(list))}</p>}
      </div>
      <div className={styles.desk}>
        {isWide &&
          (state.data ? (
            <Board state={state.data} now={now} />
          ) : (
            <div className={`${styles.side} ${styles.missing}`}>
              <DataPart name={copy.doors} part={partStateOf(state)} lines={6}>
                {() => null}
              </DataPart>
            </div>
          ))}
        <main id="main" tabIndex={-1} className={styles.main}>
          {(!isWide || view === 'scan' || isFresh || isAsked) && verdict}
          <div className={styles.body}>
            {view === 'scan' ? (
              <>
                <Scan
                  waiting={isHeld ? checks.waiting : waiting}
                  unsent={door.waitingToSend}
                  field={field}
                  onCode={(code, source) => queue.add(code, source)}
                />
                {told}
                <CheckLog checks={log} />
              </>
            ) : (
              <>
                {told}
                <Guests
                  guests={list?.guests ?? null}
                  failed={door.listFailed}
                  closed={closed}
                  onRetry={door.reloadList}
                  show={isWide ? 'both' : view === 'search' ? 'search' : 'list'}
                  text={text}
                  onText={setText}
                  onLet={({ code }) => queue.add(code, 'list')}
                  onUndo={(guest: DoorGuest) => askUndo(guest.code, guest.name, guest.entry)}
                />
              </>
            )}
          </div>
        </main>
      </div>
      <AskingDialog
        asking={asking}
        door={door.door}
        known={(state.data?.doors ?? []).map((one) => one.door).filter((name) => name !== '' && name !== door.door)}
        onDoor={(name) => {
          door.rename(name);
          close();
        }}
        onReason={(reason) => void onReason(reason)}
        onClose={close}
      />
    </div>
  );
}

const logged = ({ key, at, code, answer }: Answered<Answer>, undone: boolean): LoggedCheck => ({
  key,
  at,
  verdict: answer.verdict,
  code: answer.code ?? labelOf(code),
  name: answer.name,
  number: answer.number,
  door: '',
  undone,
});

function lastEntry(answered: readonly Answered<Answer>[], undone: ReadonlySet<string>): string | null {
  const last = answered.find(({ answer, key }) => answer.verdict === 'valid' && !undone.has(key));
  return last?.answer.name ? copy.last(last.answer.name, formatTime(last.at)) : null;
}

/** By the list, while the server cannot be asked. */
function countOf(guests: readonly DoorGuest[] | undefined, last: { admitted: number; issued: number } | undefined) {
  if (!guests) return last;
  const tickets = guests.filter(holdsTicket);
  return { admitted: tickets.filter(({ entry }) => entry !== null).length, issued: tickets.length };
}

/** A silent door is marked although nothing arrives. */
function useTick() {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((before) => before + 1), 5_000);
    return () => clearInterval(timer);
  }, []);
}

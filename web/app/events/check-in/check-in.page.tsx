import { useEffect, useState } from 'react';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { type DoorGuest, holdsTicket, isDoorDay } from '#domain/events/door/rules.ts';
import { dayOf, formatDateInSentence, startOfDay } from '#domain/time.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { AskingDialog } from './asking-dialog.tsx';
import { Board, doorsLive } from './board.tsx';
import styles from './check-in.module.css';
import { type Door, useDoor } from './device/use-door.ts';
import { DoorStates } from './door-states.tsx';
import { Guests } from './guests.tsx';
import { Header, type View } from './header.tsx';
import { Notices } from './notices.tsx';
import { ScanView } from './scan-view.tsx';
import { ShownVerdict } from './shown-verdict.tsx';
import { useShownAnswer } from './use-shown-answer.ts';
import { useWide } from './use-wide.ts';

/** The doors of the event: on a phone the verdict over the camera, on a wide screen all doors beside the guests. */
export default function CheckInPage() {
  const door = useDoor();
  const { queue, list, state } = door;
  const isWide = useWide();
  const [view, setView] = useState<View>(isWide ? 'guests' : 'scan');
  const [text, setText] = useState('');
  useTick();
  const answers = useShownAnswer(door);
  const { shown, dismissed, dismiss, asking, setAsking, close } = answers;

  const now = door.now();
  const closed = list !== null && !isDoorDay(list, dayOf(now));
  const notices = (
    <Notices
      notices={door.notices}
      onNoticeSeen={door.dismissNotice}
      clashes={(state.data?.clashes ?? []).filter(({ key }) => !dismissed.has(key))}
      onClashSeen={dismiss}
    />
  );

  function show(next: View) {
    if (shown && !answers.isChoosing) dismiss(shown.key);
    setView(next);
  }

  function find() {
    if (shown) dismiss(shown.key);
    setText('');
    setView('search');
  }

  return (
    <div className={styles.door} data-view={view}>
      <DoorHeader door={door} now={now} view={view} onView={show} onDoor={() => setAsking({ kind: 'door' })} />
      <DoorStates door={door} isWide={isWide} closed={closed} />
      <div className={styles.desk}>
        {isWide && <AllDoors state={state} now={now} />}
        <main id="main" tabIndex={-1} className={styles.main}>
          {(!isWide || view === 'scan' || answers.isFresh || answers.isAsked) && (
            <ShownVerdict door={door} answers={answers} view={view} closed={closed} onFind={find} />
          )}
          <div className={styles.body}>
            {view === 'scan' ? (
              <ScanView door={door} answers={answers} notices={notices} />
            ) : (
              <>
                {notices}
                <Guests
                  guests={list?.guests ?? null}
                  part={door.listPart}
                  closed={closed}
                  show={isWide ? 'both' : view === 'search' ? 'search' : 'list'}
                  text={text}
                  onText={setText}
                  onLet={({ code }) => queue.add(code, 'list')}
                  onUndo={(guest: DoorGuest) => answers.askUndo(guest.code, guest.name, guest.entry)}
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
        onReason={(reason) => void answers.giveReason(reason)}
        onClose={close}
      />
    </div>
  );
}

interface DoorHeaderProps {
  door: Door;
  now: Date;
  view: View;
  onView: (view: View) => void;
  onDoor: () => void;
}

function DoorHeader({ door, now, ...header }: DoorHeaderProps) {
  const { list, state } = door;
  const counted = door.isOnline && state.data ? state.data : countOf(list?.guests, state.data);
  return (
    <Header
      {...header}
      door={door.door}
      counted={counted}
      part={partStateOf(state)}
      day={state.data ? copy.day(formatDateInSentence(startOfDay(state.data.day)), state.data.dayNumber) : null}
      live={door.connection === 'live' && state.data ? doorsLive(state.data, now) : null}
    />
  );
}

/** By the list, while the server cannot be asked. */
function countOf(guests: readonly DoorGuest[] | undefined, last: { admitted: number; issued: number } | undefined) {
  if (!guests) return last;
  const tickets = guests.filter(holdsTicket);
  return { admitted: tickets.filter(({ entry }) => entry !== null).length, issued: tickets.length };
}

/** All doors beside the guests, or what became of reading them. */
function AllDoors({ state, now }: { state: Door['state']; now: Date }) {
  if (state.data) return <Board state={state.data} now={now} />;
  return (
    <div className={`${styles.side} ${styles.missing}`}>
      <DataPart name={copy.doors} part={partStateOf(state)} lines={6}>
        {() => null}
      </DataPart>
    </div>
  );
}

/** A silent door is marked although nothing arrives. */
function useTick() {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((before) => before + 1), 5_000);
    return () => clearInterval(timer);
  }, []);
}

import type { CSSProperties } from 'react';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { DOOR_SILENT_AFTER_MS } from '#domain/events/door/rules.ts';
import { pages } from '#domain/pages.ts';
import type { client } from '../../api.ts';
import { TextLink } from '../../ui/link.tsx';
import styles from './board.module.css';
import { CheckLog, type LoggedCheck } from './check-log.tsx';

type State = Awaited<ReturnType<typeof client.events.admin.door.state>>;

const COLOURS = ['green', 'cyan', 'blue', 'magenta'].map((name) => `var(--bar-${name})`);
const colourOf = (state: State, door: string) =>
  COLOURS[state.doors.findIndex((one) => one.door === door) % COLOURS.length] ?? COLOURS[0]!;

const silentFor = (seenAt: string, now: Date) => now.getTime() - new Date(seenAt).getTime();
export const isSilent = (device: State['doors'][number]['devices'][number], now: Date) =>
  silentFor(device.seenAt, now) >= DOOR_SILENT_AFTER_MS;

/** Doors with somebody at them, and how many of those are heard of. */
export function doorsLive(state: State, now: Date) {
  const staffed = state.doors.filter(({ devices }) => devices.length > 0);
  const live = staffed.filter(({ devices }) => devices.some((device) => !isSilent(device, now)));
  return { live: live.length, all: staffed.length };
}

/** All doors at a glance: the count, each door with who stands there, and what happened last. */
export function Board({ state, now }: { state: State; now: Date }) {
  const log = state.latest.map((check): LoggedCheck => ({ ...check, colour: colourOf(state, check.door) }));
  return (
    <aside className={styles.board} aria-label={copy.doors}>
      <p className={`d ${styles.total}`}>
        <span className="num">{state.admitted}</span>
        <small>{copy.ofAll(state.issued)}</small>
      </p>
      <div className={styles.bar} role="img" aria-label={copy.countLabel(state.admitted, state.issued)}>
        {state.doors.map(({ door, admitted }) => (
          <i
            key={door}
            style={{ width: `${(100 * admitted) / Math.max(1, state.issued)}%`, background: colourOf(state, door) }}
          />
        ))}
      </div>
      {state.doors.length === 0 && <p className="muted">{copy.noDoors}</p>}
      <ul className={styles.doors}>
        {state.doors.map(({ door, admitted, devices }) => (
          <li key={door} style={{ '--edge': colourOf(state, door) } as CSSProperties}>
            <b title={door}>{door}</b>
            <span className={`num ${styles.admitted}`}>{admitted}</span>
            {devices.map((device, index) => (
              <p key={device.device} className={styles.device}>
                <span>{copy.device(device.name, index + 1)}</span>
                <em data-on={!isSilent(device, now)}>
                  {isSilent(device, now) ? copy.off(Math.floor(silentFor(device.seenAt, now) / 60_000)) : copy.on}
                  {device.waiting > 0 && `, ${copy.waiting(device.waiting)}`}
                </em>
              </p>
            ))}
          </li>
        ))}
      </ul>
      <h2 className="d h4">{copy.now}</h2>
      {log.length === 0 ? <p className="muted">{copy.noChecks}</p> : <CheckLog checks={log} withDoor />}
      <TextLink to={pages.adminEventPayments.path}>{copy.back}</TextLink>
    </aside>
  );
}

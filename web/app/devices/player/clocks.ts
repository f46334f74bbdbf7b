import { SLEEP_DETECTED_MS } from './times.ts';

/** An answer that took longer than an earlier one is believed after so long, because clocks drift. Milliseconds. */
const DRIFTS = 10 * 60_000;

/** The server's time, from its answers and this machine's steady clock; none before the first answer, because the calendar here may be wrong. */
export function createServerClock() {
  let heard: { server: number; at: number; roundTrip: number } | null = null;
  return {
    now: (): number | null => heard && heard.server + performance.now() - heard.at,
    /** `asked`: when the question left, by the steady clock. */
    hear(now: string, asked: number): void {
      const at = performance.now();
      const roundTrip = at - asked;
      if (heard && roundTrip > heard.roundTrip && at - heard.at < DRIFTS) return;
      heard = { server: Date.parse(now) + roundTrip / 2, at, roundTrip };
    },
    forget(): void {
      heard = null;
    },
  };
}

/**
 * Each call says how long it is since the one before, and whether the machine slept meanwhile: then steps are long, or the steady clock stood
 * still while the calendar went on.
 */
export function createStepTimer(): () => { step: number; slept: boolean; clockStood: boolean } {
  let at = performance.now();
  let calendar = Date.now();
  return () => {
    const step = performance.now() - at;
    const clockStood = Math.abs(Date.now() - calendar - step) > SLEEP_DETECTED_MS;
    at += step;
    calendar = Date.now();
    return { step, slept: step > SLEEP_DETECTED_MS || clockStood, clockStood };
  };
}

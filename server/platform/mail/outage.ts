import type { Log } from '../log/log.ts';

/** While the mail server is down; short enough that all mails are gone a minute after it came back. */
const PROBE_MS = 45_000;

/** Knows since when the mail server is down: then one mail a minute is tried. */
export function watchOutage({ log, now }: { log: Log; now: () => Date }) {
  let lastSuccess = 0;
  /** When the next mail is tried. */
  let nextProbe: Date | null = null;

  return {
    isOn: () => nextProbe !== null,
    /** Whether the next mail is a probe; `null` while its time has not come. */
    claim(): { isProbe: boolean } | null {
      const at = now();
      if (nextProbe && at < nextProbe) return null;
      const isProbe = nextProbe !== null;
      if (isProbe) nextProbe = new Date(at.getTime() + PROBE_MS);
      return { isProbe };
    },
    noteSuccess() {
      lastSuccess = Date.now();
    },
    hasSentSince: (began: number) => lastSuccess >= began,
    begin(reason: string) {
      if (!nextProbe) log.warn({ reason }, 'the mail server is down; one mail a minute is tried');
      nextProbe ??= new Date(now().getTime() + PROBE_MS);
    },
    end() {
      nextProbe = null;
      log.info('the mail server is back');
    },
  };
}

export type Say = (line: string) => void;

const SAY_EVERY_MS = 5_000;

/** Says the newest line every few seconds, and none of what is over before. */
export function progress(say: Say | undefined, everyMs = SAY_EVERY_MS): Say {
  let said = performance.now();
  return (line) => {
    if (!say || performance.now() - said < everyMs) return;
    said = performance.now();
    say(line);
  };
}

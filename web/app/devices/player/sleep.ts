/** Ends early when it is aborted, or when one of these things happens. */
export function sleep(
  milliseconds: number,
  signal: AbortSignal,
  ...wakes: readonly (readonly [EventTarget, string])[]
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      for (const [target, event] of wakes) target.removeEventListener(event, stop);
      resolve();
    };
    const timer = setTimeout(stop, milliseconds);
    signal.addEventListener('abort', stop);
    for (const [target, event] of wakes) target.addEventListener(event, stop);
  });
}

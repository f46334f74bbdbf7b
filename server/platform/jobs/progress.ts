/** How far a job is, in whatever it counts in. May be said as often as the job likes. */
export type ReportProgress = (done: number, total: number) => void;

/** Says the newest of what is reported, once in so many milliseconds; nothing any more after `end`. */
export function throttleProgress(say: ReportProgress, everyMs: number): { report: ReportProgress; end(): void } {
  let newest: [done: number, total: number] | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return {
    report(done, total) {
      newest = [done, total];
      if (isOver) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        say(...newest!);
      }, everyMs).unref();
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

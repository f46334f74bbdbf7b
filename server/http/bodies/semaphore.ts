/** A few places and a queue before them, for what takes much memory at a time. */
export interface Semaphore {
  /** A place, and how to give it back; `null` when none became free in time. */
  acquire(): Promise<(() => void) | null>;
}

export function openSemaphore({ count, timeoutMs }: { count: number; timeoutMs: number }): Semaphore {
  let taken = 0;
  const queue: ((place: () => void) => void)[] = [];

  function place(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = queue.shift();
      if (next) next(place());
      else taken -= 1;
    };
  }

  return {
    async acquire() {
      if (taken < count) {
        taken += 1;
        return place();
      }
      return new Promise((resolve) => {
        const waiter = (mine: () => void) => {
          clearTimeout(timer);
          resolve(mine);
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1);
          resolve(null);
        }, timeoutMs);
        queue.push(waiter);
      });
    },
  };
}

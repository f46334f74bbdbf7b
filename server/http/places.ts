/** A few places and a queue before them, for what takes much memory at a time. */
export interface Places {
  /** A place, and how to give it back; `null` when none became free in time. */
  take(): Promise<(() => void) | null>;
}

export function openPlaces({ count, patienceMs }: { count: number; patienceMs: number }): Places {
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
    async take() {
      if (taken < count) {
        taken += 1;
        return place();
      }
      return new Promise((resolve) => {
        const enter = (mine: () => void) => {
          clearTimeout(timer);
          resolve(mine);
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(enter), 1);
          resolve(null);
        }, patienceMs);
        queue.push(enter);
      });
    },
  };
}

import { sleep } from './sleep.ts';

/**
 * Two stacked `<video>`: while one is on, the other gets the next film ready, so that one follows the other without a gap. The number of elements
 * and of decoders stays the same however many films are played.
 */
export function createReel(front: HTMLVideoElement, back: HTMLVideoElement) {
  let on = front;
  let next = back;
  let isPaused = false;

  function empty(video: HTMLVideoElement): void {
    video.pause();
    delete video.dataset.on;
    if (!video.hasAttribute('src')) return;
    video.removeAttribute('src');
    video.load();
  }

  return {
    /** The film that is on. */
    film: () => on,
    /** Waits until the film could begin at once; `false` when it cannot be played. */
    async prepare(url: string, limit: number, signal: AbortSignal): Promise<boolean> {
      if (next.src !== url || next.error) next.src = url;
      next.preload = 'auto';
      let isFed = false;
      const onProgress = () => {
        isFed = true;
      };
      next.addEventListener('progress', onProgress);
      if (next.readyState < HTMLMediaElement.HAVE_FUTURE_DATA)
        await sleep(limit, signal, [next, 'canplay'], [next, 'error']);
      next.removeEventListener('progress', onProgress);
      const isReady = !next.error && next.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
      // A line that went silent is waited for without end by the browser: the next try asks anew. A slow one goes on.
      if (!isReady && !isFed) empty(next);
      return isReady;
    },
    /** Cuts to the film that was made ready, once its first picture is there; `false` when it does not begin. */
    async cut(limit: number, signal: AbortSignal): Promise<boolean> {
      const late = sleep(limit, signal).then(() => false);
      const began = start(next).then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([began, late])) || signal.aborted) {
        // It would begin unseen, with its sound.
        empty(next);
        return false;
      }
      const over = on;
      [on, next] = [next, on];
      on.dataset.on = '';
      empty(over);
      if (isPaused) on.pause();
      return true;
    },
    /** Nothing is on any more, and nothing is held. */
    stop(): void {
      empty(on);
    },
    clear(): void {
      empty(on);
      empty(next);
    },
    pause(): void {
      isPaused = true;
      on.pause();
    },
    resume(): void {
      isPaused = false;
      if (on.dataset.on !== undefined) void start(on).catch(() => {});
    },
    isPaused: () => isPaused,
  };
}
export type Reel = ReturnType<typeof createReel>;

/** With sound where the browser lets a page begin with it, else without; the first key turns it on. */
async function start(video: HTMLVideoElement): Promise<void> {
  video.muted = !mayHaveSound();
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || video.muted) throw error;
    video.muted = true;
    await video.play();
    soundIsRefused = true;
  }
}

let soundIsRefused = false;
const mayHaveSound = () => !soundIsRefused || navigator.userActivation?.hasBeenActive === true;

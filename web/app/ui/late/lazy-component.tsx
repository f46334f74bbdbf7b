import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { Boundary } from './boundary.tsx';
import { LazyLoadDialog, LazyLoadFailure } from './lazy-load-failure.tsx';

interface About {
  /** A dialog is replaced by a dialog, a part of the page by a box in its place. */
  size: 'dialog' | 'part';
  /** What stands there until the code has come, where it is all of a page. */
  waiting?: ReactNode;
  /** What the person reads when it did not arrive. */
  title: string;
  /** The button that opens it shows itself that it was pressed; other dialogs stand there at once, empty. */
  pressed?: boolean;
}

/**
 * A component whose code is fetched when it is first drawn, or before with `fetch`. Code that does not arrive, or fails while
 * it is drawn, is told in the component's own place and asked for again there; the page around it stays as it is.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { size, title, pressed = false, waiting = null }: About,
) {
  let part: ComponentType<Props> | null = null;
  let asked: Promise<void> | null = null;
  const fetchPart = () => {
    asked ??= load().then(
      (loaded) => {
        part = loaded.default;
      },
      (error) => {
        asked = null;
        throw error;
      },
    );
    return asked;
  };

  function Late(props: Props) {
    const [, draw] = useReducer((count: number) => count + 1, 0);
    const [attempt, setAttempt] = useState(1);
    const [failed, setFailed] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
    useEffect(() => {
      let wanted = true;
      fetchPart().then(
        () => wanted && draw(),
        (error) => {
          console.warn(error);
          if (wanted) setFailed(true);
        },
      );
      return () => {
        wanted = false;
      };
    }, [attempt]);
    const again = () => {
      setFailed(false);
      setAttempt(attempt + 1);
    };
    const { onClose } = props as { onClose?: () => void };
    const failure = (
      <LazyLoadFailure
        size={size}
        title={title}
        isWholePage={waiting !== null}
        attempt={attempt}
        onRetry={again}
        onClose={onClose}
      />
    );
    if (failed) return failure;
    const Part = part;
    if (!Part) return size === 'dialog' && !pressed ? <LazyLoadDialog onClose={onClose} /> : waiting;
    return (
      <Boundary key={attempt} instead={failure}>
        <Part {...props} />
      </Boundary>
    );
  }

  return Object.assign(Late, {
    /** Ahead of its time; a failure is told when the part is drawn. */
    fetch: () => void fetchPart().catch(() => {}),
  });
}

/** Does something when the browser has nothing else to do, after two seconds at the latest. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 200);
}

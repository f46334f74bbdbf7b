import { MOUSE_PAN, WHEEL } from './geometry.ts';

export interface Gestures {
  /** By pixels. */
  pan(dx: number, dy: number): void;
  /** The seen part times `factor`, around a pixel of the window. */
  zoom(factor: number, px: number, py: number): void;
  /** A press that did not become a movement, at a pixel of the window. */
  tap(target: EventTarget | null, px: number, py: number): void;
}

/** Pixels of trembling that are still a tap. */
const TREMBLE = 5;
/** A notch of a mouse wheel, in pixels as browsers report it; trackpads send many smaller ones. */
const NOTCH = 100;

/** Mouse, pen, one finger and two, wheel and trackpad. Answers with what takes the listeners away again. */
export function listenToGestures(host: HTMLElement, { pan, zoom, tap }: Gestures): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = false;
  const listening = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) => host.addEventListener(name, listener, { ...options, signal: listening.signal });

  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) moved = false;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  on('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!moved) {
      if (Math.hypot(now.x - before.x, now.y - before.y) < TREMBLE && pointers.size === 1) return;
      moved = true;
      // From here on the movement is ours, wherever the pointer goes; a tap stays with what it touched.
      for (const id of pointers.keys()) host.setPointerCapture(id);
    }
    if (pointers.size === 1) {
      const speed = event.pointerType === 'touch' ? 1 : MOUSE_PAN;
      pan((now.x - before.x) * speed, (now.y - before.y) * speed);
      pointers.set(event.pointerId, now);
    } else if (pointers.size === 2) {
      const was = spread([...pointers.values()]);
      pointers.set(event.pointerId, now);
      const is = spread([...pointers.values()]);
      const { left, top } = host.getBoundingClientRect();
      pan(is.x - was.x, is.y - was.y);
      zoom(was.distance / is.distance, is.x - left, is.y - top);
    }
  });

  const release = (event: PointerEvent) => {
    const pressed = pointers.delete(event.pointerId);
    if (!pressed || moved || event.type !== 'pointerup') return;
    const { left, top } = host.getBoundingClientRect();
    tap(event.target, event.clientX - left, event.clientY - top);
  };
  on('pointerup', release);
  on('pointercancel', release);

  on(
    'wheel',
    (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 40;
      if (pixels === 0) return;
      const { left, top } = host.getBoundingClientRect();
      const notch = pixels > 0 ? WHEEL.out : WHEEL.in;
      // Two fingers on a trackpad arrive as a wheel with ctrl, in very small steps.
      const strength = Math.min(1, (Math.abs(pixels) / NOTCH) * (event.ctrlKey ? 4 : 1));
      zoom(notch ** strength, event.clientX - left, event.clientY - top);
    },
    { passive: false },
  );

  return () => listening.abort();
}

function spread(points: { x: number; y: number }[]) {
  const [one, two] = points as [{ x: number; y: number }, { x: number; y: number }];
  return {
    x: (one.x + two.x) / 2,
    y: (one.y + two.y) / 2,
    distance: Math.max(1, Math.hypot(one.x - two.x, one.y - two.y)),
  };
}

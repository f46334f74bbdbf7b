import { leftOf, NODE, type Size, STEP, topOf } from './geometry.ts';
import type { Layout } from './layout.ts';
import { paint } from './paint.ts';
import type { TreeState } from './shown-tree.ts';

const MAP: Size = { width: 216, height: 112 };
const ROW_MAX = 10;

/**
 * The whole tree on a stamp, each level a stripe that is as dense as the level; the frame shows what the window shows.
 * Width and height have scales of their own, because a large network is a thousand times wider than high.
 */
export function createMiniMap(canvas: HTMLCanvasElement, frame: HTMLElement, lookAt: (x: number, y: number) => void) {
  let drawn: Layout | null = null;
  const listening = new AbortController();
  const dense = window.devicePixelRatio > 1 ? 2 : 1;
  canvas.width = MAP.width * dense;
  canvas.height = MAP.height * dense;

  const widthOf = (layout: Layout) => leftOf(layout.right - layout.left) + NODE.width;
  const rowHeight = (layout: Layout) => Math.min(ROW_MAX, MAP.height / Math.max(1, layout.rows.length - 1));

  function draw(layout: Layout) {
    const context = canvas.getContext('2d');
    if (!context) return;
    const { width, height } = canvas;
    context.clearRect(0, 0, width, height);
    const across = width / widthOf(layout);
    const down = rowHeight(layout) * dense;
    for (let row = 0; row < layout.rows.length - 1; row += 1) {
      context.fillStyle = paint.levels[row % paint.levels.length]!;
      let filled = -1;
      for (let place = layout.rows[row]!; place < layout.rows[row + 1]!; place += 1) {
        const left = leftOf(layout.x[place]! - layout.left) * across;
        const right = Math.max(left + 1, left + NODE.width * across);
        if (right <= filled) continue;
        context.fillRect(Math.max(left, filled), row * down, right - Math.max(left, filled), Math.max(1, down - dense));
        filled = right;
      }
    }
  }

  const point = (event: PointerEvent) => {
    if (!drawn || (event.buttons & 1) === 0) return;
    const box = canvas.getBoundingClientRect();
    const x = leftOf(drawn.left) + ((event.clientX - box.left) / box.width) * widthOf(drawn);
    const row = ((event.clientY - box.top) / box.height) * (MAP.height / rowHeight(drawn));
    lookAt(x, topOf(row));
  };
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      canvas.setPointerCapture(event.pointerId);
      point(event);
    },
    { signal: listening.signal },
  );
  canvas.addEventListener('pointermove', point, { signal: listening.signal });

  return {
    update({ layout, view, size }: TreeState) {
      if (layout !== drawn) {
        drawn = layout;
        draw(layout);
      }
      const across = MAP.width / widthOf(layout);
      const down = rowHeight(layout) / STEP.y;
      const between = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
      const left = between((view.x - leftOf(layout.left)) * across, 0, MAP.width - 3);
      const right = between((view.x + size.width / view.scale - leftOf(layout.left)) * across, 3, MAP.width);
      const top = between(view.y * down, 0, MAP.height - 3);
      const bottom = between((view.y + size.height / view.scale) * down, 3, MAP.height);
      frame.style.transform = `translate(${left}px, ${top}px)`;
      frame.style.width = `${Math.max(3, right - left)}px`;
      frame.style.height = `${Math.max(3, bottom - top)}px`;
    },
    close: () => listening.abort(),
  };
}

import { BUTTON } from './geometry.ts';
import type { TreeView } from './tree-view.ts';

const STRIDE = 80;
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
const MOVES = { up: [0, STRIDE], down: [0, -STRIDE], left: [STRIDE, 0], right: [-STRIDE, 0] } as const;

/**
 * The tree by keyboard. Arrows go from member to member, or move the picture while no member has the keyboard or with
 * Shift; Enter chooses, Space opens and closes, Escape takes the choice back; plus, minus and Home are the buttons.
 * True when the key was ours.
 */
export function handleKey(
  view: TreeView,
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const member = view.memberOf(event.target);
  const direction = ARROWS[event.key as keyof typeof ARROWS];
  if (direction) {
    if (member >= 0 && !event.shiftKey) view.focus(view.neighbour(member, direction));
    else {
      const [dx, dy] = MOVES[direction];
      view.pan(dx, dy);
    }
    return true;
  }
  switch (event.key) {
    case '+':
    case '=':
      view.zoom(BUTTON.in);
      return true;
    case '-':
      view.zoom(BUTTON.out);
      return true;
    case 'Home':
      view.reset();
      return true;
    case 'Escape':
      view.choose(-1);
      return true;
    case 'Enter':
      if (member < 0) return false;
      view.choose(member);
      return true;
    case ' ':
      if (member < 0) return false;
      view.toggle(member);
      return true;
    default:
      return false;
  }
}

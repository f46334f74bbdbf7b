import { panBy, type View, zoomAt } from './geometry.ts';
import { type ShownTree, viewFromTop } from './shown-tree.ts';

/** Moving the window over the tree; pixels are those of the window. */
export function createViewMovements(tree: ShownTree, moveTo: (next: View) => void) {
  const zoomInTheMiddle = (view: View, factor: number) =>
    moveTo(zoomAt(view, factor, tree.size.width / 2, tree.size.height / 2));
  return {
    pan: (dx: number, dy: number) => tree.view && moveTo(panBy(tree.view, dx, dy)),
    zoom: (factor: number) => tree.view && zoomInTheMiddle(tree.view, factor),
    reset: () => tree.layout && moveTo(viewFromTop(tree)),
    /** One unit is one pixel. */
    naturalSize: () => tree.view && zoomInTheMiddle(tree.view, tree.view.scale),
    /** Puts a point of the drawing into the middle. */
    lookAt(x: number, y: number) {
      const { view, size } = tree;
      if (view) moveTo({ ...view, x: x - size.width / 2 / view.scale, y: y - size.height / 2 / view.scale });
    },
  };
}

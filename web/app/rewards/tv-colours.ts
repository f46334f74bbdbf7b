/** TVs of a viewer in bar order; the sixth begins anew. */
const COLOURS = ['yellow', 'cyan', 'green', 'magenta', 'red', 'blue'];

export const tvColour = (index: number): string => `var(--bar-${COLOURS[index % COLOURS.length]})`;

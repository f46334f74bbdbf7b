/**
 * The colours of ui/styles/tokens.css and the two families, written out: a picture that is saved or printed carries no style
 * sheet.
 */
export const paint = {
  paper: '#fcf9f2',
  paperLine: '#ddd3c0',
  ink: '#0f1a24',
  muted: '#565b57',
  onInk: '#f4eee2',
  onInkMuted: '#aeb9bb',
  yellow: '#ffc51f',
  route: '#2f50cf',
  /** Levels in bar order; after six they begin again. */
  levels: ['#ffc51f', '#1fb2c1', '#35a35c', '#cb4a9a', '#de4430', '#2f50cf'],
  text: "'Onest Variable', system-ui, sans-serif",
  display: "'Science Gothic Variable', 'Onest Variable', system-ui, sans-serif",
} as const;

export const levelColour = (level: number): string => paint.levels[(level - 1) % paint.levels.length]!;

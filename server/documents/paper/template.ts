import type { DocumentData } from '#domain/documents/data.ts';

/** What papers are drawn with now. A change of how they look is a new number; what waits to be drawn keeps its own. */
export const TEMPLATE = 1;

const templates: Record<number, () => Promise<(data: DocumentData, issuedAt: Date) => Promise<Buffer>>> = {
  1: async () => (await import('./draw.ts')).draw,
};

/** The bytes of a paper. The drawing code is loaded with the first one. */
export async function drawPaper(template: number, data: DocumentData, issuedAt: Date): Promise<Buffer> {
  const load = templates[template];
  if (!load) throw new Error(`there is no template ${template}`);
  return (await load())(data, issuedAt);
}

import { getDocumentProxy } from 'unpdf';

/** What a reader of PDFs finds in one: the text of each page, what it is called, and the tags from the top down. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  const tags: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''));
    pages.push(words.join(' ').replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' '));
    collect((await page.getStructTree()) as Node | null, tags);
  }
  const { info } = (await pdf.getMetadata()) as unknown as { info: { Title?: string; Language?: string } };
  const marked = (await pdf.getMarkInfo()) as { Marked?: boolean } | null;
  await pdf.cleanup();
  return {
    title: info.Title,
    language: info.Language,
    isTagged: marked?.Marked === true,
    tags,
    pages,
    text: pages.join(' '),
  };
}

interface Node {
  role?: string;
  children?: Node[];
}
function collect(node: Node | null, tags: string[]): void {
  if (!node) return;
  if (node.role && node.role !== 'Root') tags.push(node.role);
  for (const child of node.children ?? []) collect(child, tags);
}

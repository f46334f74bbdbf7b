/** Every first group of a pattern in a text. */
export const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!);

/** What a page shows as typed: text between backticks, and lines of blocks. */
export function codeTextOf(page: string): string[] {
  const blocks = all(page, /^ *```\w*\n([\s\S]*?)^ *```/gm).flatMap((block) => block.split('\n'));
  return [...blocks, ...all(withoutBlocks(page), /`([^`\n]+)`/g)];
}

export const withoutBlocks = (page: string): string => page.replaceAll(/^ *```\w*\n[\s\S]*?^ *```/gm, '');

/** The addresses of its headings, as GitHub makes them. */
export const anchorsOf = (page: string): string[] =>
  all(page, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

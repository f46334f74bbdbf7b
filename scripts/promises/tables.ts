import { promises } from '#domain/promises/promises.ts';
import { root } from '../setup.mjs';
import { articlesIn, textsIn } from './stated-text.ts';

/** docs/promises.md, written anew from the rows and from the sentences as they stand. */
export function promisesPage(): string {
  const said = Map.groupBy([...textsIn(root), ...articlesIn(root)], ({ place }) => place);
  const textAt = (place: string) =>
    said
      .get(place)
      ?.map(({ text }) => text)
      .filter(Boolean)
      .join(' / ') ?? '';
  const parts = Object.entries(promises).map(([title, rows]) => {
    const lines = rows.map(({ said: place, says, by, test }) =>
      [`- „${says ?? textAt(place)}“`, `  - said: \`${place}\``, `  - kept by: \`${by}\``, `  - shown by: ${test}`]
        .map(wrapped)
        .join('\n'),
    );
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `${HEAD}\n\n${parts.join('\n\n')}\n`;
}

const HEAD = `# Promises

What we say that we do, what does it, and the test that fails when nothing does. Written by \`npm run render:promises\` from
\`domain/promises\`. A sentence of the public pages, the account or the mails that says what the reader will get, be sent,
be told, choose or see, and has no row, fails the tests; so does a row without a test.
\`npm run test:promises\` switches off what keeps ten rows, drawn by a seed that it prints, and expects their tests to fail.`;

/** Lines of at most 120 characters; what goes on stands under its beginning. */
function wrapped(line: string): string {
  const indent = ' '.repeat(/^ *- /.exec(line)![0].length);
  const lines = [''];
  for (const word of line.split(/ (?! *-)/)) {
    const last = lines.at(-1)!;
    if (last && `${last} ${word}`.length > 120) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join('\n');
}

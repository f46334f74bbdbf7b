import type { ReleaseNotes } from './details.ts';

/**
 * What a changelog in the form of „Keep a Changelog“ says of a release; without its own section, the newest, which stands above
 * all others. `null`: there is no section. Lines are text, in which only names between backticks stay marked.
 */
export function notesOf(changelog: string, release: string): ReleaseNotes | null {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => nameOf(section) === release) ?? sections[0];
  if (own === undefined) return null;
  const [title = '', ...lines] = own.split('\n');
  const groups: ReleaseNotes['groups'] = [{ title: '', lines: [] }];
  let goesOn = false;
  for (const line of lines) {
    const heading = /^### (.+)$/.exec(line)?.[1];
    const words = plain(line.replace(/^[-*] /, '').trim());
    const said = groups.at(-1)!.lines;
    if (heading !== undefined) groups.push({ title: heading.trim(), lines: [] });
    else if (words !== '') said.push(goesOn && !/^[-*] /.test(line) ? `${said.pop()} ${words}` : words);
    goesOn = heading === undefined && words !== '';
  }
  return { title: plain(title.trim()).replaceAll(/[[\]]/g, ''), groups: groups.filter((one) => one.lines.length > 0) };
}

const nameOf = (section: string): string | undefined => /^\[?([^\]\s]+)/.exec(section)?.[1];

/** Links become their words, emphasis goes. */
const plain = (text: string): string =>
  text.replaceAll(/\[([^[\]]+)\]\([^()]*\)/g, '$1').replaceAll(/\*\*([^*]+)\*\*/g, '$1');

import { Marked, type Tokens } from 'marked';
import { company } from '#domain/company.ts';
import type { EventSettings } from '#domain/events/event-settings.ts';
import { type LegalPage, legalPages } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { withNonBreakingSpaces } from '#domain/typography.ts';

const sources = import.meta.glob<string>('/content/legal/*/*.md', { query: '?raw', import: 'default', eager: true });

interface Article {
  /** `clan-3`: what a link to the article ends with. */
  id: string;
  /** The number as the document writes it; empty for an annex. */
  number: string;
  title: string;
  html: string;
}

export interface LegalDocument {
  title: string;
  version: string;
  /** What stands before the first article, as HTML. */
  preamble: string;
  articles: Article[];
}

/** Reads and renders a document. Only while pages are prerendered: the browser never sees Markdown. */
export function renderLegalDocument(
  page: LegalPage,
  { organiser }: EventSettings,
  version: string = legalPages[page],
): LegalDocument {
  const source = sources[`/content/legal${pages[page].path}/${version}.md`];
  if (source === undefined) throw new Error(`content/legal${pages[page].path}/${version}.md does not exist`);
  const facts: Record<string, string> = {
    verzija: version,
    datum_primene: formatDateInSentence(version),
    naziv: company.legalName,
    adresa: company.address,
    mb: company.registrationNumber,
    pib: company.taxNumber,
    email: company.email,
    telefon: company.phone.replaceAll(' ', '\u00a0'),
    mesto_sedista: company.seat,
    lice_za_zastitu: company.dataProtection,
    rok_zapisa: company.accessRecordDays,
    organizator: organiser,
  };
  const filled = source.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`Nobody knows the {{${name}}} of ${page}`);
    return fact;
  });
  return split(withNonBreakingSpaces(filled), version);
}

const markdown = new Marked({
  renderer: {
    // A table is wider than a phone; its own box may scroll, the page may not.
    table(token) {
      const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
      const rows = token.rows.map((cells) => row(cells, 'td')).join('');
      return `<div class="scrollx" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>`;
    },
    // Blank lines in the form at the end of the terms.
    text: (token) =>
      'tokens' in token && token.tokens ? false : token.text.replaceAll(/_{6,}/g, '<span class="blank"></span>'),
  },
});

/** One `#`, a quoted line with version and date, then an article under each `##`. */
function split(source: string, version: string): LegalDocument {
  const [head = '', ...parts] = source.split(/^## /m);
  const title = /^# (.+)$/m.exec(head)?.[1] ?? '';
  const preamble = head.replace(/^# .+$/m, '').replace(/^> .+$/m, '');
  const articles = parts.map((part) => {
    const [line = '', ...rest] = part.split('\n');
    const [, number = '', count = '', name = line] = /^(\S+ (\d+)\.) (.+)$/.exec(line) ?? [];
    return {
      id: count ? `clan-${count}` : 'prilog',
      number,
      title: name.trim(),
      html: render(rest.join('\n')),
    };
  });
  return { title, version, preamble: render(preamble), articles };
}

const render = (text: string): string => markdown.parse(text, { async: false }).trim();

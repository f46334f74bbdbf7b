import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shippedSettings } from '#domain/events/event-settings.ts';
import { COUNTING_ARTICLE } from '#domain/legal/articles.ts';
import { earlierVersions, type LegalPage, legalPages, pageOfVersion } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { LEASE_HORIZON_MINUTES, STOP_REACHES_TV_WITHIN_MS } from '#domain/playout/rules.ts';
import { countingRules } from '#domain/playout/rules-copy.ts';
import { withNonBreakingSpaces } from '#domain/typography.ts';
import { renderLegalDocument } from './read-document.server.ts';

const read = (page: LegalPage) => renderLegalDocument(page, shippedSettings);
const textOf = (page: LegalPage) =>
  read(page)
    .articles.map(({ title, html }) => `${title} ${html}`)
    .join(' ')
    .replaceAll('\u00a0', ' ');

test.each(Object.keys(legalPages) as LegalPage[])(
  '%s is whole: a title, numbered articles, nothing to fill in',
  (page) => {
    const { title, version, articles } = read(page);
    expect(title).not.toBe('');
    expect(version).toBe(legalPages[page]);
    const numbered = articles.filter(({ number }) => number !== '');
    expect(numbered.map(({ id }) => id)).toEqual(numbered.map((_, index) => `clan-${index + 1}`));
    expect(articles.length - numbered.length).toBeLessThanOrEqual(1);
    for (const { html } of articles) {
      expect(html).toMatch(/^<(ol|ul|p|div)/);
      expect(html).not.toMatch(/\{\{|_{3,}|^#|\|---/m);
    }
  },
);

test('the terms state one free registration, withdrawal within 14 days and notice of 30 days', () => {
  const terms = textOf('termsConditions');
  expect(terms).toContain('Registracija je besplatna.');
  expect(terms).toContain('može da ima samo jednu registraciju');
  expect(terms).toContain('u roku od 14 dana');
  expect(terms).toContain('uz otkazni rok od 30 dana');
  expect(terms).toContain('odmah, bez otkaznog roka, ako postoji opravdan razlog');
  expect(terms).toContain('Po prestanku ugovora čuvaju se najduže 15 dana');
  expect(terms).toContain('Organizator primer d.o.o.');
});

test('the eight rules by which plays count stand in the terms of companies to the letter, and what a TV without a network does', () => {
  const { articles } = read('companyTerms');
  const { html } = articles.find(({ id }) => id === COUNTING_ARTICLE)!;
  const [list] = /(?<=Prikaz se računa samo kada važi sve ovo:\s*<ol>)[\s\S]*?(?=<\/ol>)/.exec(html)!;
  const rules = [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, rule]) => rule);
  expect(rules).toEqual(countingRules.rules.map(withNonBreakingSpaces));
  expect(html).toContain(withNonBreakingSpaces(countingRules.cost));
  const terms = textOf('companyTerms');
  // A bag reaches so many minutes ahead, and its last lease to the end of its hour.
  expect(LEASE_HORIZON_MINUTES.most / 60 + 1).toBe(3);
  expect(terms).toContain('još samo u vremenu koje mu je pre toga dodeljeno, najduže tri sata');
  expect(STOP_REACHES_TV_WITHIN_MS).toBe(60_000);
  expect(terms).toContain('više od jednog minuta posle zaustavljanja ne računa se i ne naplaćuje');
});

test('the form for withdrawing has lines to write on', () => {
  expect(read('termsConditions').articles.at(-1)).toMatchObject({
    id: 'prilog',
    html: expect.stringContaining('<span class="blank"></span>'),
  });
});

test('every version that was ever agreed to can be read: the one in force and the earlier ones have their addresses', () => {
  for (const [page, version] of Object.entries(legalPages) as [LegalPage, string][]) {
    const folder = path.join(import.meta.dirname, '../../../content/legal', pages[page].path);
    const earlier = Object.values(earlierVersions).filter(({ of }) => of === page);
    const published = [...earlier.map((one) => one.version), version];
    expect(readdirSync(folder).sort(), page).toEqual(published.map((one) => `${one}.md`).sort());
    for (const one of published) {
      expect(pages[pageOfVersion(page, one)].path).toBe(pages[page].path + (one === version ? '' : `/${one}`));
      expect(renderLegalDocument(page, shippedSettings, one).version).toBe(one);
    }
  }
});

/** Of each thing that the site keeps in the browser, the words of the notice that say so. */
const KEPT: Record<string, string> = {
  'vidik.auth': 'prijavu, dok se ne odjavite',
  'vidik.auth.ending': 'bez interneta, oznaku te prijave',
  'vidik.auth.recovery': 'prijavu, dok se ne odjavite',
  'vidik.closed': 'posle zatvaranja naloga',
  'vidik.farewell': 'posle zatvaranja naloga',
  'vidik.reservation': 'započetu rezervaciju',
  'vidik.reservation.sent': 'započetu rezervaciju',
  'vidik.reservation.made': 'broj rezervacije i adresu njene strane',
  'vidik.ticket.': 'kartu za događaj koju ste otvorili',
  'vidik.typed.': 'upisali, a niste poslali',
  'vidik.tv': 'oznaku te veze',
  'vidik.tv.programme': 'spisak filmova',
  'vidik.tv.error': 'opis poslednje greške',
  'vidik.tv.crashes': 'broj njenih ponovnih pokretanja',
  'vidik.tv.taken': 'ponovnih pokretanja i verziju',
  'vidik.single-keys': 'jednim tasterom',
  'vidik.door': 'oznake uređaja i ulaza, do odjave',
  'vidik.door.device': 'oznake uređaja i ulaza, do odjave',
  'vidik.door.list': 'spisak gostiju, do odjave',
  'vidik.door.outbox': 'provere koje još nisu poslate',
  'cache vidik.tv': 'slike i snimke koji se prikazuju',
  'cache vidik-films': 'video-snimke',
  'cache vidik-site': 'strane sajta',
  'database vidik.tv': 'zabeležene prikaze, dok ih ne pošalje',
};

test('what the notice lists as kept on the device is what is kept: whole keys, caches and databases', () => {
  const sources = Object.entries(
    import.meta.glob<string>('/web/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
  ).filter(([file]) => !file.includes('.test.'));
  const named = (pattern: RegExp) =>
    sources.flatMap(([, source]) => [...source.matchAll(pattern)].map(([, name]) => name!));
  const kept = new Set([
    ...named(/['"`](vidik\.[a-z][a-z.-]*)/g),
    ...named(/['"`](vidik-[a-z]+)-(?:\d|\$)/g).map((name) => `cache ${name}`),
    ...named(/\bCACHE = '([^']+)'/g).map((name) => `cache ${name}`),
    ...named(/\bopenDB(?:<\w+>)?\(\s*'([^']+)'/g).map((name) => `database ${name}`),
  ]);
  expect([...kept].toSorted()).toEqual(Object.keys(KEPT).toSorted());
  // Nobody keeps anything under a name that is not read above.
  const keepers = (pattern: RegExp) => sources.filter(([, source]) => pattern.test(source)).map(([file]) => file);
  expect(keepers(/\bcaches?\??\.open\(/)).toEqual([
    '/web/app/devices/player/media.ts',
    '/web/service-worker/limited-cache.ts',
  ]);
  expect(keepers(/\b(openDB|indexedDB)\b/)).toEqual(['/web/app/devices/player/play-log.ts']);
  expect(keepers(/document\.cookie|\bcookieStore\b/)).toEqual([]);
  const notice = textOf('personalDataProcessing');
  for (const words of [...Object.values(KEPT), 'otvorenih stavki iz pretrage']) expect(notice).toContain(words);
});

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shippedSettings } from '#domain/events/event-settings.ts';
import { type LegalPage, legalPages } from '#domain/legal/versions.ts';
import { pages } from '#domain/pages.ts';
import { readDocument } from './read-document.server.ts';

const read = (page: LegalPage) => readDocument(page, shippedSettings);
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

test('the form for withdrawing has lines to write on', () => {
  expect(read('termsConditions').articles.at(-1)).toMatchObject({
    id: 'prilog',
    html: expect.stringContaining('<span class="blank"></span>'),
  });
});

/** A second version of a document needs an address for the first one before it can be published. */
test('every version that was ever agreed to can be read: the one that the account links to is the only one', () => {
  for (const [page, version] of Object.entries(legalPages)) {
    const folder = path.join(import.meta.dirname, '../../../content/legal', pages[page as LegalPage].path);
    expect(readdirSync(folder), page).toEqual([`${version}.md`]);
  }
});

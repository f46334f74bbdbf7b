import { compile } from 'html-to-text';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Reader } from '#domain/mail-copy.ts';
import { MailPage } from './mail-layout.tsx';

/** Mail programs of the old kind leave their own drawing rules only for this document type. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

export const html = (body: ReactNode, frame: { preview: string; publicUrl: string; reader: Reader }): string =>
  DOCTYPE + renderToStaticMarkup(<MailPage {...frame} body={body} />);

/** Compiled once: reading the selectors takes longer than rendering a mail. */
const read = compile({
  wordwrap: false,
  formatters: {
    /** `Iznos: 219,00 €` */
    fact: (row, walk, builder) => {
      const [label, value] = row.children;
      builder.openBlock({ leadingLineBreaks: 1 });
      walk(label!.children, builder);
      builder.addInline(': ');
      walk(value!.children, builder);
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
    /** `Otvorite kartu: https://…` */
    link: (link, walk, builder) => {
      walk(link.children, builder);
      builder.addInline(': ');
      builder.addInline(link.attribs.href, { noWordTransform: true });
    },
  },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'a[data-link=true]', format: 'link' },
    { selector: 'tr[data-fact=true]', format: 'fact' },
    { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
});

/** What the mail says, for programs that show no HTML; without the gap that a left-out picture leaves. */
export const text = (page: string): string =>
  read(page)
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n');

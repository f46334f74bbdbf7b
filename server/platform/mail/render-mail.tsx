import { compile } from 'html-to-text';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MailPage } from './mail-layout.tsx';

/** Mail programs of the old kind leave their own drawing rules only for this document type. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

export const html = (body: ReactNode, { preview, publicUrl }: { preview: string; publicUrl: string }): string =>
  DOCTYPE + renderToStaticMarkup(<MailPage preview={preview} publicUrl={publicUrl} body={body} />);

/** What the letter says, for programs that show no HTML. Compiled once: reading the selectors takes longer than a letter. */
export const text: (html: string) => string = compile({
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
});

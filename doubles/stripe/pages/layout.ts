import { html, raw } from 'hono/html';
import { sandboxCopy as copy } from '#domain/payments/sandbox-copy.ts';

export type Html = ReturnType<typeof html>;
export const nothing = raw('');

/** The frame of every sandbox page: the bars, the banner that no money moves, the content. */
export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="sr-Latn">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${copy.brand}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body>
<a class="skip" href="#main">${copy.skip}</a>
<header class="banner"><div class="wrap"><span class="logo">${copy.brand}</span><span>${copy.banner}</span></div></header>
<main id="main" tabindex="-1"><div class="wrap">${content}</div></main>
</body>
</html>`;
}

/** A page with one message and one way on. */
export function messagePage(title: string, text: string, onward: Html = nothing): Html {
  return layout(title, html`<h1>${title}</h1><p>${text}</p>${onward}`);
}

export const link = (href: string, label: string, kind = '') =>
  html`<a class="btn ${kind}" href="${href}">${label}</a>`;

/** Only a page of ours or of the shop may be framed by nobody, run nothing, and send its forms to the shop. */
export function pageHeaders(formTargets: (string | null)[] = []): Record<string, string> {
  const origins = new Set(formTargets.filter((url) => url !== null).map((url) => new URL(url).origin));
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      'img-src data:',
      `form-action ${["'self'", ...origins].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

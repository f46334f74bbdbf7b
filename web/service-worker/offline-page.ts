import { copy } from '#domain/shell/copy.ts';

const style = `
body { margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 20px; padding: 24px; background: #0f1a24; color: #f4eee2; font: 400 17px/1.55 system-ui, sans-serif }
i { display: block; height: 56px; background: linear-gradient(90deg, #ffc51f 0 16.67%, #1fb2c1 0 33.33%, #35a35c 0 50%, #cb4a9a 0 66.67%, #de4430 0 83.33%, #2f50cf 0) }
h1 { margin: 0; font-size: clamp(2rem, 8vw, 3.5rem); line-height: 1 } p { margin: 0; max-width: 34em }
a { justify-self: start; padding: 15px 24px; background: #ffc51f; color: #0f1a24; font-weight: 560; text-decoration: none; border-radius: 4px }`;

/** Seconds. */
const AGAIN = '<meta http-equiv="refresh" content="30">';

/** A page without other files, because offline they could not be loaded. On a TV nobody presses anything: it tries again by itself. */
export function offlinePage({ triesAgain }: { triesAgain: boolean }): Response {
  const { title, text, retry } = copy.offline;
  return new Response(
    `<!doctype html><html lang="sr-Latn"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${triesAgain ? AGAIN : ''}<title>${title} | Vidik</title><style>${style}</style><i></i><h1>${title}</h1><p>${text}</p><a href="">${retry}</a>`,
    {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      },
    },
  );
}

import { unavailableCopy as copy, UNAVAILABLE_SECONDS } from '#domain/shell/unavailable-copy.ts';
import logo from '../../ui/art/logo.svg?raw';
import style from './unavailable.css?inline';

const BANDS = ['#f4eee2', '#ffc51f', '#1fb2c1', '#35a35c', '#cb4a9a', '#de4430', '#2f50cf'];
const LOWER = ['#2f50cf', '#0f1a24', '#cb4a9a', '#0f1a24', '#1fb2c1', '#0f1a24', '#f4eee2'];
const bands = [...BANDS, ...LOWER].map((colour) => `<i style="background:${colour}"></i>`).join('');

/** Counts down and asks again; without a network it waits for it, or the browser's own error page would come. */
const script = `let left=${UNAVAILABLE_SECONDS},shown=document.getElementById('left');setInterval(()=>{if(left>1){left--;shown.textContent=left+'\\u00a0s'}else if(navigator.onLine)location.reload()},1000)`;

/** `/503.html`, written when the site is built: one file that needs no other, for our server and for a proxy before it. */
export function loader() {
  const [before, after] = copy.again;
  const html = `<!doctype html>
<html lang="sr-Latn">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${copy.pageTitle}</title>
<noscript><meta http-equiv="refresh" content="${UNAVAILABLE_SECONDS}"></noscript>
<style>${style}</style>
</head>
<body>
<header><a href="/" aria-label="${copy.home}">${logo}</a></header>
<main>
<div class="bands" aria-hidden="true">${bands}</div>
<div class="plate">
<p class="label">${copy.label}</p>
<h1>${copy.title}</h1>
<p class="text">${copy.text}</p>
<p class="again">${before}<b id="left">${copy.seconds(UNAVAILABLE_SECONDS)}</b>${after}</p>
<a class="button" href="">${copy.now}</a>
</div>
<div class="castle" aria-hidden="true"></div>
</main>
<script>${script}</script>
</body>
</html>
`;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Registers the service worker (web/service-worker). The site works without it. */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = async () => {
    try {
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
      if (!savesData()) setTimeout(cacheCurrentPage, SETTLED_MS);
    } catch (error) {
      console.warn('The service worker was not registered.', error);
    }
  };
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', register, { once: true });
}

/** Has the worker keep what the page on the screen is made of, as far as it may be kept. */
export async function cacheCurrentPage() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: seen() });
}

/** By then a film in view has begun to play and the browser is idle. */
const SETTLED_MS = 4_000;

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** This page, its files, its lazily loaded pictures, and the films that have played on it. */
function seen(): string[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const pictures = [...document.images].map(
    (image) => image.parentElement?.querySelector('source')?.srcset || image.src,
  );
  const films = [...document.querySelectorAll('video')].map(({ currentSrc }) => currentSrc);
  return [...new Set([window.location.href, ...files, ...pictures, ...films])].filter(Boolean);
}

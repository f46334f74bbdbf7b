import { createHash } from 'node:crypto';

const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  // Check-in of the event reads tickets with the phone's camera.
  .concat('camera=(self)')
  .join(', ');

export interface SecuritySettings {
  publicUrl: string;
  /** Where pictures, videos and downloads may also come from, e.g. a CDN. */
  storageUrl?: string | undefined;
  /** Whole addresses of films of the programme that are elsewhere. */
  films?: readonly string[];
}

/** On every answer of the server. */
export function baseHeaders({ publicUrl }: SecuritySettings): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** On every HTML page as well: what browsers ask of documents, and of nothing else. */
export const PAGE_HEADERS = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': PERMISSIONS,
  // The payment page opens in a tab of its own.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** On the pages drawn in the browser, whose addresses may carry a token (a ticket, a mailed link): no referrer is sent. */
export const APP_HEADERS = { ...PAGE_HEADERS, 'referrer-policy': 'no-referrer' };

/** For answers that are data: nothing in them may ever run or be shown in a frame. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * For one HTML page: only our own scripts, and of the inline ones exactly those in the page as it was built. Styles are
 * looser because components set them on elements.
 */
export function pagePolicy(html: string, { publicUrl, storageUrl, films = [] }: SecuritySettings): string {
  const media = storageUrl ? ` ${new URL(storageUrl).origin}` : '';
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScriptHashes(html)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${media}`,
    [`media-src 'self' blob:${media}`, ...films].join(' '),
    "font-src 'self' data:",
    `connect-src 'self'${media}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The CSP sources of every inline script that a browser would run. Data blocks (JSON-LD) are not scripts. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)) {
    const type = /\btype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1]?.toLowerCase();
    const runs = type === undefined || type === '' || type === 'module' || type.endsWith('javascript');
    if (!runs || /\bsrc\s*=/i.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(body.replaceAll('\r\n', '\n')).digest('base64')}'`);
  }
  return [...hashes];
}

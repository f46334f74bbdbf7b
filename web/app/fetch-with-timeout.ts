/** So long a question may stay without an answer: no screen waits for ever. Milliseconds. */
const READ_MS = 20_000;

/** Writes have a limit of their own (`write.ts`), files are as long as they are. */
export async function fetchWithTimeout(request: Request, init?: RequestInit): Promise<Response> {
  if (request.method !== 'GET' || request.url.includes('/export')) return fetch(request, init);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('No answer', 'TimeoutError')), READ_MS);
  try {
    return await fetch(request, { ...init, signal: AbortSignal.any([request.signal, limit.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

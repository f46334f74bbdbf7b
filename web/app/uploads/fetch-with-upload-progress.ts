/**
 * Sends what `fetch` would, and says how many bytes of the body have left, which only the older interface of browsers tells. An answer
 * that does not come is the same error as there.
 */
export async function fetchWithUploadProgress(request: Request, left: (bytes: number) => void): Promise<Response> {
  const body = await request.blob();
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    const stop = () => sent.abort();
    const over = () => request.signal.removeEventListener('abort', stop);
    sent.open(request.method, request.url);
    for (const [name, value] of request.headers) sent.setRequestHeader(name, value);
    sent.responseType = 'blob';
    sent.upload.onprogress = ({ loaded }) => left(loaded);
    sent.onload = () => {
      over();
      const headers = sent
        .getAllResponseHeaders()
        .split('\r\n')
        .flatMap((line): [string, string][] => {
          const colon = line.indexOf(': ');
          return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 2)]] : [];
        });
      resolve(new Response(sent.response as Blob, { status: sent.status, headers }));
    };
    sent.onerror = () => {
      over();
      reject(new TypeError('No answer'));
    };
    sent.onabort = () => {
      over();
      reject(new DOMException('Given up', 'AbortError'));
    };
    if (request.signal.aborted) return sent.onabort(new ProgressEvent('abort'));
    request.signal.addEventListener('abort', stop);
    sent.send(body);
  });
}

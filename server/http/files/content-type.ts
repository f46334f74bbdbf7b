import mime from 'mime';

/** `.data` is what a prerendered page's loader gave, for readers who come from another page. */
export function contentType(file: string): string {
  const type = file.endsWith('.data') ? 'text/x-script' : (mime.getType(file) ?? 'application/octet-stream');
  return /^text\/|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type;
}

/**
 * Bytes to text the way banks here send it: a byte order mark or an XML declaration decides; otherwise UTF-8 if it is
 * valid UTF-8, and Windows-1250 if it is not.
 */
export function decodeStatement(bytes: Uint8Array): string {
  const declared = byteOrderMark(bytes) ?? xmlEncoding(bytes);
  if (declared) {
    try {
      return new TextDecoder(declared, { fatal: true }).decode(bytes);
    } catch {
      // A wrong declaration is common; what follows looks at the bytes themselves.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1250').decode(bytes);
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function xmlEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1] ?? null;
}

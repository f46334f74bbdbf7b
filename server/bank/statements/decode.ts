/**
 * Bytes to text the way banks here send it: a byte order mark decides; otherwise it is UTF-8 if it is valid UTF-8, whatever the XML
 * declaration says, because a wrong one is common. If it is not, the declaration is believed, and without one it is Windows-1250.
 */
export function decodeStatement(bytes: Uint8Array): string {
  for (const encoding of [byteOrderMark(bytes), 'utf-8', xmlEncoding(bytes)]) {
    if (encoding === null) continue;
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not in this encoding, or in one that nobody knows.
    }
  }
  return new TextDecoder('windows-1250').decode(bytes);
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** Read byte by byte, so that a declaration of UTF-16 is never true where it is found. */
function xmlEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1] ?? null;
  return declared && /^(utf|ucs|iso-10646)/i.test(declared) ? null : declared;
}

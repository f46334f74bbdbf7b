import type { IncomingMessage } from 'node:http';

/** Whole, as text; refused from `most` bytes on. */
export function readBody(incoming: IncomingMessage, most: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) reject(new Error('The body is too large.'));
      else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString()));
    incoming.once('error', reject);
  });
}

import { encode as encodePng } from 'fast-png';
import encodeQR from 'qr';

/** What version 13 holds with error correction M; banks read nothing larger. */
const MAX_BYTES = 331;

/** Payment codes: UTF-8, error correction M, four modules of quiet zone, never above version 13. */
export function qrModules(payload: string): boolean[][] {
  if (Buffer.byteLength(payload) > MAX_BYTES) throw new RangeError(`A payment code holds at most ${MAX_BYTES} bytes.`);
  return encodeQR(payload, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 });
}

/** The code as a black on white PNG, `scale` pixels for each module. */
export function qrPng(payload: string, scale = 8): Buffer {
  const modules = qrModules(payload);
  const size = modules.length * scale;
  const data = new Uint8Array(size * size);
  for (let y = 0; y < size; y += 1) {
    const row = modules[Math.floor(y / scale)]!;
    for (let x = 0; x < size; x += 1) data[y * size + x] = row[Math.floor(x / scale)] ? 0 : 255;
  }
  return Buffer.from(encodePng({ width: size, height: size, data, channels: 1, depth: 8 }));
}

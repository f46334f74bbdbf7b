import { encode as encodePng } from 'fast-png';
import { encode as encodeQr } from 'uqr';

/** Payment codes: error correction M, four modules of quiet zone, never above version 13 (331 bytes). */
export const qrModules = (payload: string): boolean[][] =>
  encodeQr([...new TextEncoder().encode(payload)], { ecc: 'M', boostEcc: false, border: 4, maxVersion: 13 }).data;

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

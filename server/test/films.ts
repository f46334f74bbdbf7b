import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Made {
  seconds?: number;
  size?: string;
  rate?: number | string;
  sound?: boolean;
  /** mp4, mov, webm, mkv, gif. */
  as?: string;
  /** What else ffmpeg is told of the result. */
  more?: readonly string[];
}

/** A small film, made by ffmpeg. */
export function filmOf({ seconds = 6, size = '640x360', rate = 25, sound = true, as = 'mp4', more = [] }: Made = {}) {
  return madeBy(as, [
    ...['-f', 'lavfi', '-i', `color=c=teal:size=${size}:rate=${rate}:duration=${seconds}`],
    ...(sound ? ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`] : []),
    ...codecOf(as),
    ...more,
  ]);
}

const codecOf = (as: string): string[] => {
  if (as === 'webm') return ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];
  if (as === 'gif') return [];
  return ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
};

/** Whatever ffmpeg makes of these arguments, in a file with that ending. */
export function madeBy(as: string, args: readonly string[], files: Record<string, Buffer> = {}): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-made-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    const file = path.join(folder, `${randomUUID()}.${as}`);
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, file], { cwd: folder, stdio: 'pipe' });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A box of so many bytes that players skip; behind a film it makes a larger file of the same film. */
export function skipped(bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes);
  box.write('free', 4, 'latin1');
  return box;
}

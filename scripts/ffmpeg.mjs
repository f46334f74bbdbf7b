import path from 'node:path';
import { installFromDebian, isProgram } from './programs.mjs';

/** ffmpeg for the tests of films: FFMPEG_PATH, or the one of this machine; Debian's is fetched when none is there and we may. */
export function findOrInstallFfmpeg() {
  const found = findFfmpeg();
  if (found) return found;
  const installed = installFromDebian('ffmpeg') ? findFfmpeg() : null;
  if (installed) return installed;
  throw new Error('The tests of films need ffmpeg and ffprobe. Install them, or set FFMPEG_PATH to ffmpeg.');
}

function findFfmpeg() {
  const places = process.env.FFMPEG_PATH
    ? [process.env.FFMPEG_PATH]
    : (process.env.PATH ?? '').split(path.delimiter).map((directory) => path.join(directory, 'ffmpeg'));
  return places.find((file) => isProgram(file) && isProgram(path.join(path.dirname(file), 'ffprobe'))) ?? null;
}

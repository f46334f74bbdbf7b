import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** ffmpeg for the tests of films: FFMPEG_PATH, or the one of this machine; Debian's is fetched when none is there and we may. */
export function findOrInstallFfmpeg() {
  const found = findFfmpeg();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing ffmpeg (apt-get)…');
    const options = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    };
    try {
      execFileSync('apt-get', ['update', '-qq'], options);
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg'], options);
    } catch {
      throw new Error('apt-get could not install ffmpeg. Install it, or set FFMPEG_PATH.');
    }
    const installed = findFfmpeg();
    if (installed) return installed;
  }
  throw new Error('The tests of films need ffmpeg and ffprobe. Install them, or set FFMPEG_PATH to ffmpeg.');
}

function findFfmpeg() {
  const places = process.env.FFMPEG_PATH
    ? [process.env.FFMPEG_PATH]
    : (process.env.PATH ?? '').split(path.delimiter).map((directory) => path.join(directory, 'ffmpeg'));
  return places.find((file) => isProgram(file) && isProgram(path.join(path.dirname(file), 'ffprobe'))) ?? null;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

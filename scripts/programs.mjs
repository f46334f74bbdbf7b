import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** The first program of these names on the PATH or in the directories after it; `null` when there is none. */
export function findProgram(names, directories = []) {
  const places = [...(process.env.PATH ?? '').split(path.delimiter), ...directories];
  return places.flatMap((place) => names.map((name) => path.join(place, name))).find(isProgram) ?? null;
}

export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs packages of Debian, where it is Debian and we may; answers whether it did. Throws when apt-get cannot. */
export function installFromDebian(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${packages.join(' and ')} (apt-get)…`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  } catch {
    throw new Error(`apt-get could not install ${packages.join(' and ')}.`);
  }
  return true;
}

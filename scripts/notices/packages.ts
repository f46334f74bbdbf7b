import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

/** A package as the lock file has it. */
export interface LockedPackage {
  /** `node_modules/…`, from the root of the checkout. */
  place: string;
  name: string;
  version: string;
  license: string | undefined;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  os: string[] | undefined;
  cpu: string[] | undefined;
}

type Entry = Partial<LockedPackage> & { dev?: boolean; devOptional?: boolean; peer?: boolean };

/** What the lock file says is needed by the program itself, in the order of names. */
export function productionPackages(): LockedPackage[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  return Object.entries(lock.packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .map(([place, { version = '', license, dependencies = {}, optionalDependencies = {}, os, cpu }]) => ({
      place,
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      dependencies,
      optionalDependencies,
      os,
      cpu,
    }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1));
}

/** Whether the package is for that platform, or for all. A release is for the C library of Debian. */
export const isFor = ({ place, os, cpu }: LockedPackage, platform: string, arch: string): boolean =>
  (!os || os.includes(platform)) && (!cpu || cpu.includes(arch)) && !/musl|wasm32|webcontainers/.test(place);

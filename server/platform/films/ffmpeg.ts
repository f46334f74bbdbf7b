import { execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** ffmpeg and ffprobe, and what is put before both: another user, no network, limits. */
export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
  guard: readonly string[];
  /** Who runs it; `null`: whoever runs us. */
  user: number | null;
}

/** Debian's `nobody`: owns nothing and may read nothing of ours but the folder that it is given. */
const NOBODY_UID = 65534;
const MEGABYTE = 1024 * 1024;
/** Of one run: address space, what it may write, open files, seconds of processor time. */
const LIMITS = [`--as=${3072 * MEGABYTE}`, `--fsize=${64 * MEGABYTE}`, '--nofile=64', '--core=0', '--cpu=900:960'];
const OUTPUT_MOST = 2 * MEGABYTE;
const LAST_WORDS = 4_000;

/** `FFMPEG_PATH`, or the first on the PATH; `null`: there is none. */
export function findFfmpeg(given: string | undefined): { ffmpeg: string; ffprobe: string } | null {
  const places = given ? [given] : (process.env.PATH ?? '').split(path.delimiter).map((at) => path.join(at, 'ffmpeg'));
  for (const ffmpeg of places) {
    const ffprobe = path.join(path.dirname(ffmpeg), 'ffprobe');
    if (isProgram(ffmpeg) && isProgram(ffprobe)) return { ffmpeg, ffprobe };
  }
  return null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const opened = new Map<string, Promise<Ffmpeg | null>>();

/** The same with the strictest guard under which it runs here; asked once in the life of a process. */
export function openFfmpeg(given: string | undefined): Promise<Ffmpeg | null> {
  const key = given ?? '';
  const known = opened.get(key) ?? open(given);
  opened.set(key, known);
  return known;
}

async function open(given: string | undefined): Promise<Ffmpeg | null> {
  const found = findFfmpeg(given);
  if (!found) return null;
  const limits = ['prlimit', ...LIMITS, '--'];
  const user = [`--reuid=${NOBODY_UID}`, `--regid=${NOBODY_UID}`, '--clear-groups'];
  const less = ['setpriv', '--no-new-privs', '--pdeathsig=KILL'];
  const isRoot = process.getuid?.() === 0;
  const guards: Pick<Ffmpeg, 'guard' | 'user'>[] = [
    ...(isRoot
      ? [
          { guard: ['unshare', '--net', ...less, ...user, ...limits], user: NOBODY_UID },
          { guard: [...less, ...user, ...limits], user: NOBODY_UID },
        ]
      : [{ guard: ['unshare', '--map-root-user', '--net', ...less, ...limits], user: null }]),
    { guard: [...less, ...limits], user: null },
    { guard: limits, user: null },
    { guard: [], user: null },
  ];
  for (const one of guards) {
    const [program, ...args] = [...one.guard, found.ffmpeg, '-version'];
    const works = await run(program!, args, { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (works) return { ...found, ...one };
  }
  return null;
}

/** What a run took too long for. */
export class RunTimedOut extends Error {}

/** Somebody else ended the run: the machine for want of memory, an operator. It says nothing of the film. */
export class RunKilled extends Error {}

/** With which nothing ends by itself. */
const FROM_OUTSIDE: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

export interface ProcessResult {
  /** 0: it did what it was asked. `null`: it ended by a signal of its own, or by its limits. */
  code: number | null;
  out: string;
  /** The end of what it complained of. */
  complaints: string;
}

/** Runs ffmpeg or ffprobe in a folder, without a terminal and without our environment. Throws `RunTimedOut` and `RunKilled`. */
export function runGuarded(
  { guard, ...programs }: Ffmpeg,
  program: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  { folder, seconds, line }: { folder: string; seconds: number; line?: (line: string) => void },
): Promise<ProcessResult> {
  const [first, ...rest] = [...guard, programs[program], ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(first!, rest, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', HOME: folder },
    });
    let [isLate, isOver] = [false, false];
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    let [out, complaints, unfinished] = ['', '', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!line) {
        out += text;
        isOver ||= out.length > OUTPUT_MOST;
        if (isOver) child.kill('SIGKILL');
        return;
      }
      const lines = (unfinished + text).split('\n');
      unfinished = lines.pop()!.slice(-LAST_WORDS);
      for (const one of lines) line(one);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-LAST_WORDS);
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (isLate || signal === 'SIGXCPU') return reject(new RunTimedOut(`${program} took longer than ${seconds} s`));
      if (!isOver && FROM_OUTSIDE.includes(signal)) return reject(new RunKilled(`${program} was ended by ${signal}`));
      resolve({ code, out, complaints });
    });
  });
}

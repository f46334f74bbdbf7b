/** The commands of the one program, as they are typed behind `vidik`. */

interface Described {
  /** What may stand behind it, for people. */
  takes: string;
  /** How many arguments it must and may have. */
  least: number;
  most: number;
  does: string;
}

const COMMANDS = {
  start: { takes: '', least: 0, most: 0, does: 'the server, with jobs and mails unless JOBS=web' },
  worker: { takes: '', least: 0, most: 0, does: 'jobs and mails, for servers with JOBS=web' },
  backup: { takes: '[FOLDER]', least: 0, most: 1, does: 'one archive of everything' },
  'backup-check': { takes: '[ARCHIVE]', least: 0, most: 1, does: 'restores the newest archive, or that one, aside' },
  restore: {
    takes: 'ARCHIVE [--without-sealing-key]',
    least: 1,
    most: 2,
    does: 'an archive into an empty place; the shop is then held',
  },
  resume: {
    takes: '[--documents=none|NUMBER,…] [--payouts=checked] [--jobs=leave] [--mails=send|drop]',
    least: 0,
    most: 4,
    does: 'a restored shop catches up and goes on',
  },
  doctor: { takes: '[--mail ADDRESS]', least: 0, most: 2, does: 'looks whether everything it needs is there' },
  'rotate-keys': {
    takes: '',
    least: 0,
    most: 0,
    does: 'a new signing key for sessions, and every key sealed with the first SEALING_KEY',
  },
  'rescue-owner': { takes: '', least: 0, most: 0, does: 'a new sign-in for the super-admin' },
} satisfies Record<string, Described>;

export type CommandName = keyof typeof COMMANDS;

export type CommandLine =
  | { kind: 'command'; name: CommandName; args: string[] }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'wrong'; message: string };

const described = (name: CommandName): Described => COMMANDS[name];
const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);

/** What is to be done; without a word, the server is started. `npm run` wants a `--` before arguments, so one is taken here too. */
export function readCommandLine([word = 'start', ...rest]: string[]): CommandLine {
  const args = rest[0] === '--' ? rest.slice(1) : rest;
  if ([word, ...args].some((one) => one === '--help' || one === '-h') || word === 'help') return { kind: 'help' };
  if (word === '--version' || word === '-v') return { kind: 'version' };
  if (!isCommand(word)) return { kind: 'wrong', message: `There is no command ${word}. vidik --help lists them.` };
  const { takes, least, most } = described(word);
  if (args.length < least || args.length > most)
    return { kind: 'wrong', message: `It is: ${['vidik', word, takes].filter(Boolean).join(' ')}` };
  return { kind: 'command', name: word, args };
}

export function help(): string {
  const lines = (Object.keys(COMMANDS) as CommandName[]).map((name) => {
    const { takes, does } = described(name);
    const call = `  vidik ${name} ${takes}`.trimEnd();
    return call.length < 34 ? `${call.padEnd(34)}${does}` : `${call}\n${' '.repeat(34)}${does}`;
  });
  return [
    'vidik COMMAND',
    '',
    ...lines,
    '',
    'Settings are environment variables (docs/operations.md): DATABASE_URL, DATA_DIR, PUBLIC_URL, PORT …',
    'vidik --version says which version this is.',
  ].join('\n');
}

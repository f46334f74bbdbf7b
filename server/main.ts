import { HEAVY } from './start/heavy-process.ts';

/** The built program: what is typed behind it (`start`, `backup` …), or the process that does the heavy work of a server. */
if (process.argv[2] === HEAVY) await (await import('./start/heavy-child.ts')).runHeavyJobs();
else await (await import('./start/commands.ts')).runCommandLine(process.argv.slice(2));

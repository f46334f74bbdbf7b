import { HEAVY } from './start/heavy-process.ts';

/** The built program: a server or a worker (`JOBS`), or the process that does the heavy work of one of them. */
if (process.argv[2] === HEAVY) await (await import('./start/heavy-child.ts')).workHeavily();
else await (await import('./start/process.ts')).runProcess();

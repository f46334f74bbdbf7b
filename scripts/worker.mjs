/** `npm run worker`: a process that does jobs and sends mails and serves nobody (docs/operations.md). */
import { launch } from './launch.mjs';

await launch('worker');

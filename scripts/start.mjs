/** `npm start`: the server. */
import { launch } from './launch.mjs';

await launch('start');

/** Loaded before the server (NODE_OPTIONS): its clock, that of its threads and of its process for heavy jobs is so many milliseconds ahead. */

const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const Calendar = Date;

class Ahead extends Calendar {
  constructor(...given) {
    if (given.length === 0) super(Calendar.now() + ahead);
    else super(...given);
  }

  static now() {
    return Calendar.now() + ahead;
  }
}
Object.defineProperty(Ahead, 'name', { value: 'Date' });
if (ahead !== 0) globalThis.Date = Ahead;

import { staff } from '../../access.ts';
import { checkAtDoor } from './check.ts';
import { guestList } from './guests.ts';
import { readOutcome } from './outcome.ts';
import { attendance, doorState, reportDoor } from './state.ts';
import { undoEntry } from './undo.ts';

const { door } = staff('manage event').events.admin;

export const doorRouter = {
  check: door.check.handler(async ({ context: { deps, actor }, input }) => {
    const admission = await checkAtDoor(deps, actor, input);
    return { ...admission, ...(await attendance(deps)) };
  }),
  outcome: door.outcome.handler(({ context: { deps }, input }) => readOutcome(deps.db, input.key)),
  undo: door.undo.handler(async ({ context: { deps, actor }, input }) => {
    await undoEntry(deps, actor, input);
    return attendance(deps);
  }),
  guests: door.guests.handler(({ context: { deps } }) => guestList(deps)),
  state: door.state.handler(({ context: { deps } }) => doorState(deps)),
  report: door.report.handler(({ context: { deps, person }, input }) => reportDoor(deps, person.id, input)),
};

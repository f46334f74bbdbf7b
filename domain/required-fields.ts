import { common } from './copy.ts';
import { plainLine, plainName } from './shapes.ts';

/** A line that must be filled in; what is wrong with it is said with the name of its field. */
export const requiredLine = (label: string, max: number) =>
  plainLine(max, common.tooLong(label, max)).min(1, common.fillField(label));

/** The same of a name: of a person, of a town. */
export const requiredName = (label: string, max: number) =>
  plainName(max, common.tooLong(label, max)).min(1, common.fillField(label));

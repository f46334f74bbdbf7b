import { plural } from './plural.ts';

// Parts of many sentences. Counted things: `1 dan`, `3 dana`, `1.000 uređaja`.

/** Whole ones begun, both. */
export const countSeconds = (n: number): string =>
  plural(Math.ceil(n), { one: '# sekundu', few: '# sekunde', other: '# sekundi' });
export const countMinutes = (n: number): string =>
  plural(Math.ceil(n), { one: '# minut', few: '# minuta', other: '# minuta' });
export const countHours = (n: number): string => plural(n, { one: '# sat', few: '# sata', other: '# sati' });

export const countDays = (n: number): string => plural(n, { one: '# dan', few: '# dana', other: '# dana' });

export const countMonths = (n: number): string => plural(n, { one: '# mesec', few: '# meseca', other: '# meseci' });

export const countDevices = (n: number): string => plural(n, { one: '# uređaj', few: '# uređaja', other: '# uređaja' });

export const countBanners = (n: number): string =>
  plural(n, { one: '# L-baner', few: '# L-banera', other: '# L-banera' });

/** With a capital letter, for the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What somebody typed, before another sentence: with a full stop where nothing ends it. */
export const asSentence = (text: string): string => (/(^|[.!?…])$/.test(text) ? text : `${text}.`);

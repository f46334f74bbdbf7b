/** The kit's own few words; screens bring theirs. */
export { uiWords as words } from '#domain/copy.ts';

/** How long what was done can be taken back where staff are offered it: what follows from it (mails, TVs) is held for so long. */
export const UNDO_SECONDS = 10;
/** A press in the last of the seconds still has to arrive. */
export const LAST_MOMENT_SECONDS = 2;
/** So much longer for whoever was told first who waits because of it, and reads that. */
export const WARNING_READ_SECONDS = 60;

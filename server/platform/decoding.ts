import pLimit from 'p-limit';

/**
 * Every picture that a person sent is decoded in this line, whatever it is for: each may take the memory of fifty million pixels, and the
 * threads that do it are the process's own.
 */
export const decoding = pLimit(2);

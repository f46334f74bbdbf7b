import * as z from 'zod';

/** Who wrote something last: a name, as far as the one who acts may know it; `you` is the same person in another window. */
export const LastEdit = z.object({ by: z.string().nullable(), you: z.boolean(), at: z.date().nullable() });
export type LastEdit = z.infer<typeof LastEdit>;

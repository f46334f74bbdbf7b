/** `npm run test:long` runs the same tests with more rows and more random histories; `npm test` takes seconds for each. */
export const isLong = process.env.TEST_SIZE === 'long';
export const size = (usual: number, long: number): number => (isLong ? long : usual);

/** What random histories are drawn from. `npm test` draws the same ones every time; the long run prints its seed. */
export const SEED = Number(process.env.TEST_SEED ?? 1);

import { beforeEach, vi } from 'vitest';

/** Reading a statement or an intake may take ten times as long as in a server: the machine may be busy. */
export function readStatementsPatiently(): void {
  const { timeout } = AbortSignal;
  beforeEach(
    () => void vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, 10 * ms)),
  );
}

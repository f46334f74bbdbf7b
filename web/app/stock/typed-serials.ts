/** Serial numbers as they were typed or scanned one after another, each once. */
export const typedSerials = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,;]+/)
      .map((text) => text.trim().toUpperCase())
      .filter(Boolean),
  ),
];

/** No legitimate value nests this deep. */
const DEEPEST = 16;

/**
 * Whether PostgreSQL can keep every text of it. Its text holds neither a zero character nor half a surrogate pair, both
 * of which JSON and addresses can write.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (value instanceof File) return isStorable(value.name);
  if (depth === DEEPEST) return false;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, depth + 1));
}

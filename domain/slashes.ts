/** `https://vidik.example//` → `https://vidik.example`. A loop, because `/\/+$/` takes quadratic time. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** What strangers may type into fields that are mailed to others and shown to staff. Without zod: public pages import it. */

/** Control, format, direction and private characters, half surrogate pairs, and letters that are drawn as nothing. */
export const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** One line of visible characters. */
export const isPlainLine = (text: string): boolean => !INVISIBLE.test(text);

/**
 * What mail programs turn into a link: a scheme, `www.`, or a dot with letters directly on both sides (`evil.example`).
 * An initial that touches its surname (`M.Petrović`) is none: a top-level domain behind one letter has two or three.
 */
const WEB_ADDRESS = /:\/\/|www[.\u3002]|[\p{L}\p{N}][.\u3002]\p{L}{2}/iu;
const INITIAL = /(?<!\p{L})\p{Lu}\.(?=\p{Lu}\p{Ll}{3})/gu;

/** A name of a person or a town: one visible line without `@` and without a web address. Wide letters count as their plain ones. */
export function isPlainName(text: string): boolean {
  const plain = text.normalize('NFKC');
  return isPlainLine(text) && !plain.includes('@') && !WEB_ADDRESS.test(plain.replace(INITIAL, ' '));
}

export const EMAIL_MAX = 254;

/**
 * Letters, digits and `_ ' + -` between single dots, at most 64; then a domain of ASCII labels whose last has letters
 * only. What a mail server would refuse or read as something else (`a@b..c`, `<a@b.cc>`, quoted parts) is no address here.
 */
export const EMAIL_SHAPE =
  /^(?=[^@]{1,64}@)[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL_SHAPE.test(text);

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROMISING } from '#domain/promises/promise.ts';
import { parseSource, sourceFilesIn } from '../rules/sources.ts';

/** What stands in a place: `home/copy.ts home.hero.sub`, with `…` for what the program writes in. */
export interface StatedText {
  place: string;
  text: string;
}

/** Files of words that only staff read. */
const BACK_OFFICE =
  /^domain\/(admin|bank|events\/admin|accounts\/staff|stock|system)\/|^domain\/rewards\/desk-|\/(audit|people|sold|issue|sandbox)-copy\.ts$/;

/** Words that only staff read, in files that others read too. */
const OF_STAFF = /^events\/(change\/copy\.ts changeCopy\.preview|ticket\/copy\.ts detailsCopy\.meanwhile)/;

/** Every text of the public pages, of the account and of the mails. */
export function textsIn(root: string): StatedText[] {
  return sourceFilesIn(root, ['domain'])
    .filter((name) => /copy\.ts$|^domain\/pages\.ts$/.test(name) && !BACK_OFFICE.test(name))
    .flatMap((name) => {
      const file = name.replace('domain/', '');
      return [...texts(parseSource(root, name).program, [])].map(({ key, text }) => ({
        place: `${file} ${key}`,
        text,
      }));
    })
    .filter(({ place }) => !OF_STAFF.test(place));
}

type Node = { type: string; [part: string]: unknown };

/** Literals and templates with the names on the way to them. */
function* texts(node: unknown, key: string[]): Generator<{ key: string; text: string }> {
  if (Array.isArray(node)) {
    for (const part of node) yield* texts(part, key);
    return;
  }
  if (!isNode(node)) return;
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') yield* texts(node.expression, key);
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return;
  if (node.type === 'Literal' && typeof node.value === 'string') yield { key: key.join('.'), text: plain(node.value) };
  else if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[];
    yield { key: key.join('.'), text: plain(quasis.map(({ value }) => value.cooked).join('…')) };
    yield* texts(node.expressions, key);
  } else if (node.type === 'Property') yield* texts(node.value, [...key, nameOf(node.key)]);
  else if (node.type === 'VariableDeclarator') yield* texts(node.init, [...key, nameOf(node.id)]);
  else if (node.type === 'ArrayExpression')
    for (const [at, element] of (node.elements as unknown[]).entries()) yield* texts(element, [...key, String(at)]);
  else for (const part of Object.values(node)) if (typeof part === 'object') yield* texts(part, key);
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const nameOf = (key: unknown): string => String((key as Node).name ?? (key as Node).value);
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** `content/legal/<document> 3.4` for each numbered paragraph of the newest version of each document. */
export function articlesIn(root: string): StatedText[] {
  const folder = path.join(root, 'content/legal');
  return readdirSync(folder).flatMap((document) => {
    const newest = readdirSync(path.join(folder, document)).sort().at(-1)!;
    const [, ...articles] = readFileSync(path.join(folder, document, newest), 'utf8').split(/^## /m);
    return articles.flatMap((article) => {
      const number = /\d+/.exec(article.split('\n')[0]!)?.[0];
      return [...article.matchAll(/^(\d+)\. (.+)$/gm)].map(([, paragraph, text]) => ({
        place: `content/legal/${document} ${number}.${paragraph}`,
        text: text!,
      }));
    });
  });
}

/** The sentences of a text; a full stop after a number or an abbreviation ends none. */
export const sentencesOf = (text: string): string[] => text.split(/(?<=[^\d\s]{2}[.!?…])\s+(?=\p{Lu}|„)/u);

export const isPromising = (sentence: string): boolean => PROMISING.test(sentence);

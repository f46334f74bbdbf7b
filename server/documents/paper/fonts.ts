import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create } from 'fontkit';
import { projectRoot } from '../../platform/process/project-root.ts';

const packages = createRequire(import.meta.url);
export const onest = (name: string) => packages.resolve(`@expo-google-fonts/onest/${name}`);
const own = (name: string) => path.join(projectRoot, 'server', 'documents', 'fonts', name);

/**
 * Read and understood once: for every paper anew, that would take five times as long as the rest of drawing. The display face is cut
 * into two files, as it comes (scripts/fonts/render.ts).
 */
export function openFont(file: string): object {
  const font = create(readFileSync(file));
  // A glyph keeps the characters of its first use, and used first as a part of an accented one it has none: its text could not be
  // read in any later paper.
  for (const character of font.characterSet) font.glyphForCodePoint(character);
  return font;
}
export const fonts = {
  text: openFont(onest('400Regular/Onest_400Regular.ttf')),
  strong: openFont(onest('600SemiBold/Onest_600SemiBold.ttf')),
  display: openFont(own('science-gothic-latin.ttf')),
  displaySerbian: openFont(own('science-gothic-serbian.ttf')),
};
export type Face = keyof typeof fonts;

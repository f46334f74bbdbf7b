/**
 * The page's own font faces as a style sheet that carries the fonts inside, so that a saved picture has our letters on a
 * machine that does not. Only the faces that the page has loaded: what is on the screen is what is saved.
 */
export async function embeddedFonts(families: readonly string[]): Promise<string> {
  const loaded = new Set([...document.fonts].filter((face) => face.status === 'loaded').map(keyOfFace));
  const rules = [...document.styleSheets].flatMap(fontRules).filter((rule) => {
    const family = unquoted(rule.style.getPropertyValue('font-family'));
    return families.includes(family) && loaded.has(`${family} ${rule.style.getPropertyValue('unicode-range')}`);
  });
  const faces = await Promise.all(rules.map(embed));
  // The same face stands in every sheet that a route brings. Said twice, it keeps a picture from drawing any text.
  return [...new Set(faces)].join('\n');
}

const unquoted = (family: string) => family.replace(/^["']|["']$/g, '');
const keyOfFace = (face: FontFace) => `${unquoted(face.family)} ${face.unicodeRange}`;

function fontRules(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  const within = (rules: CSSRuleList): CSSFontFaceRule[] =>
    [...rules].flatMap((rule) =>
      rule instanceof CSSFontFaceRule ? [rule] : rule instanceof CSSGroupingRule ? within(rule.cssRules) : [],
    );
  try {
    return within(sheet.cssRules);
  } catch {
    // A sheet of another origin does not show its rules.
    return [];
  }
}

async function embed(rule: CSSFontFaceRule): Promise<string> {
  const address = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
  if (!address) return '';
  const base = rule.parentStyleSheet?.href ?? document.baseURI;
  const font = await fetch(new URL(address, base)).then((answer) => answer.blob());
  const data = await new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(font);
  });
  const property = (name: string) => {
    const value = rule.style.getPropertyValue(name);
    return value ? `${name}:${value};` : '';
  };
  return `@font-face{${['font-family', 'font-weight', 'font-stretch', 'font-style', 'unicode-range'].map(property).join('')}src:url(${data}) format("woff2")}`;
}

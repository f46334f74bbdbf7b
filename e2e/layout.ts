import type { Page } from '@playwright/test';

/** Widths in CSS pixels at which every page is looked at, and the size of its root text in pixels. */
const LAYOUTS: readonly { width: number; text: number }[] = [
  { width: 320, text: 16 },
  { width: 390, text: 16 },
  { width: 768, text: 16 },
  { width: 1024, text: 16 },
  { width: 1440, text: 16 },
  { width: 1700, text: 16 },
  { width: 1920, text: 16 },
  { width: 390, text: 32 },
];

/** What is wrong with the page at each of the layouts, in words: nothing is the answer of a good page. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const { width, text } of LAYOUTS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size === 16 ? '' : `${size}px`;
    }, text);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const found = await page.evaluate(measure);
    problems.push(...found.map((problem) => `${width} px, text ${text} px: ${problem}`));
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  return problems;
}

/** Runs in the page: what is wider than the window, what is cut by its edge, which texts lie on each other. */
function measure(): string[] {
  const problems: string[] = [];
  const width = document.documentElement.clientWidth;
  const beyond = document.documentElement.scrollWidth - width;
  if (beyond > 0) problems.push(`the page is ${beyond} px wider than the window`);

  const nameOf = (element: Element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
    return `${element.tagName.toLowerCase()} „${words.slice(0, 40)}“`;
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [inert], svg, .vh');
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const ancestors = (element: Element) => {
    const all: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) all.push(one);
    return all;
  };
  const floats = (element: Element) => ancestors(element).some((one) => /fixed|sticky/.test(styleOf(one).position));
  /** The part of a rectangle that its ancestors do not cut off. */
  const clipped = (rect: DOMRect, element: Element) => {
    let { left, right, top, bottom } = rect;
    for (const one of ancestors(element)) {
      if (one === document.body || one === document.documentElement) break;
      if (styleOf(one).overflowX === 'visible' && styleOf(one).overflowY === 'visible') continue;
      const bounds = one.getBoundingClientRect();
      left = Math.max(left, bounds.left);
      right = Math.min(right, bounds.right);
      top = Math.max(top, bounds.top);
      bottom = Math.min(bottom, bounds.bottom);
    }
    return { left, right, top, bottom };
  };
  const scrolls = (element: Element) =>
    ancestors(element).some((one) => /auto|scroll/.test(styleOf(one).overflowX) && one.scrollWidth > one.clientWidth);
  if (beyond > 0) {
    const widest = [...document.querySelectorAll('body *')].filter((element) => {
      const bounds = element.getBoundingClientRect();
      // Words reach further than the box they stand in.
      const reaches = styleOf(element).overflowX === 'visible' ? bounds.left + element.scrollWidth : bounds.right;
      return bounds.width > 0 && !scrolls(element) && Math.max(reaches, bounds.right) > width + 0.5;
    });
    const innermost = widest.find((element) => !widest.some((other) => element !== other && element.contains(other)));
    if (innermost) problems.push(`what leaves it is ${nameOf(innermost)} (${innermost.className})`);
  }

  // A dialog that is too wide scrolls in its own window.
  for (const dialog of document.querySelectorAll('[role="dialog"]'))
    for (const one of ancestors(dialog)) {
      const more = one.scrollWidth - one.clientWidth;
      if (/auto|scroll/.test(styleOf(one).overflowX) && more > 1 && one !== document.documentElement)
        problems.push(`${nameOf(dialog)} is ${more} px wider than the window`);
    }

  for (const element of document.querySelectorAll('a[href], button, input, select, textarea, [role="button"]')) {
    if (!isSeen(element) || scrolls(element)) continue;
    const bounds = element.getBoundingClientRect();
    const { left, right } = bounds;
    const seen = clipped(bounds, element);
    // What lies left of the window altogether waits there until it has the focus; what is cut to a point is for readers.
    if (right <= 0 || seen.right - seen.left <= 1 || seen.bottom - seen.top <= 1) continue;
    if (left < -1 || right > width + 1)
      problems.push(`${nameOf(element)} leaves the window: ${Math.round(left)}–${Math.round(right)} of ${width}`);
  }

  interface Line {
    left: number;
    right: number;
    top: number;
    bottom: number;
    element: Element;
    words: string;
  }
  const lines: Line[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement!;
    const words = node.nodeValue!.trim();
    if (!words || /^(SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(element.tagName) || !isSeen(element) || floats(element))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // Lines are taller than their letters: what lies within the middle of both is really covered.
    for (const rect of range.getClientRects()) {
      const seen = clipped(rect, element);
      const inset = (seen.bottom - seen.top) * 0.25;
      const line = { ...seen, top: seen.top + inset, bottom: seen.bottom - inset, element, words: words.slice(0, 40) };
      if (line.right - line.left > 2 && line.bottom - line.top > 2) lines.push(line);
    }
  }
  // A button without words has no line of its own to lie on another.
  for (const button of document.querySelectorAll('button, [role="button"]')) {
    if (!isSeen(button) || floats(button) || button.textContent?.trim()) continue;
    const seen = clipped(button.getBoundingClientRect(), button);
    const covered = lines.find(
      ({ element, left, right, top, bottom }) =>
        !button.contains(element) &&
        Math.min(right, seen.right) - Math.max(left, seen.left) > 4 &&
        Math.min(bottom, seen.bottom) - Math.max(top, seen.top) > 4,
    );
    if (covered) problems.push(`${nameOf(button)} lies on „${covered.words}“`);
  }
  lines.sort((a, b) => a.top - b.top);
  for (const [index, one] of lines.entries())
    for (let next = index + 1; next < lines.length && lines[next]!.top < one.bottom; next += 1) {
      const other = lines[next]!;
      if (other.element === one.element) continue;
      const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (shared > 2 && Math.min(one.bottom, other.bottom) - other.top > 2)
        problems.push(`„${one.words}“ and „${other.words}“ lie on each other`);
    }
  return [...new Set(problems)].slice(0, 12);
}

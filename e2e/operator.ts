import { expect, type Locator, type Page } from '@playwright/test';

/** Whoever does a job at the desk, by mouse or by keyboard alone, and how many presses it takes. */
export interface Operator {
  page: Page;
  /** Presses a button, opens a link, marks a box. */
  press(what: Locator): Promise<void>;
  /** Takes an entry of an open menu. */
  pick(entry: Locator): Promise<void>;
  /** Goes to a field and types into it. */
  type(into: Locator, text: string): Promise<void>;
  /** A day whose digits read the same in every order of day and month. */
  day(into: Locator, digits: string): Promise<void>;
  /** Chooses an option of a select. */
  choose(field: Locator, option: string): Promise<void>;
  /** One key; it counts. */
  key(name: string): Promise<void>;
  by: 'mouse' | 'keyboard';
  presses: number;
  typed: number;
}

/** Clicks; typing is by keyboard, and counted apart. */
export function byMouse(page: Page): Operator {
  const operator: Operator = {
    page,
    by: 'mouse',
    presses: 0,
    typed: 0,
    async key(name) {
      await page.keyboard.press(name);
      operator.presses += 1;
    },
    async press(what) {
      await what.click({ timeout: 20_000 });
      operator.presses += 1;
    },
    pick: (entry) => operator.press(entry),
    async type(into, text) {
      if (!(await isFocused(into))) await operator.press(into);
      await page.keyboard.type(text);
      operator.typed += text.length;
    },
    async day(into, digits) {
      await into.click({ position: { x: 16, y: 20 } });
      operator.presses += 1;
      await page.keyboard.type(digits);
      operator.typed += digits.length;
    },
    async choose(field, option) {
      await field.selectOption(option);
      operator.presses += 1;
    },
  };
  return operator;
}

/** So many times Tab is pressed at most before something counts as out of reach. */
const REACH = 200;

/** Tab, Enter, Space, arrows and the desk's own keys; each counts. */
export function byKeyboard(page: Page): Operator {
  const key = async (name: string) => {
    await page.keyboard.press(name);
    operator.presses += 1;
  };
  async function reach(what: Locator) {
    await expect(what).toBeVisible();
    for (let n = 0; n < REACH; n += 1) {
      if (await isFocused(what)) return;
      await key('Tab');
    }
    throw new Error(`${what} is not reached with Tab`);
  }
  const operator: Operator = {
    page,
    by: 'keyboard',
    presses: 0,
    typed: 0,
    key,
    async press(what) {
      await reach(what);
      const isBox = await what.evaluate((element) => element.matches('input[type=checkbox], input[type=radio]'));
      await key(isBox ? 'Space' : 'Enter');
    },
    async pick(entry) {
      await expect(entry).toBeVisible();
      for (let n = 0; n < 30 && !(await isFocused(entry)); n += 1) await key('ArrowDown');
      await key('Enter');
    },
    async type(into, text) {
      await reach(into);
      await page.keyboard.type(text);
      operator.typed += text.length;
    },
    day: (into, digits) => operator.type(into, digits),
    async choose(field, option) {
      await reach(field);
      const label = () => field.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label);
      for (let n = 0; n < 30 && (await label()) !== option; n += 1) await key('ArrowDown');
      expect(await label()).toBe(option);
    },
  };
  return operator;
}

const isFocused = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

/** What the keys of a remote control are called, in browsers and on TVs. */
export const OK_KEYS = ['Enter', ' ', 'Select', 'OK'];
export const BACK_KEYS = ['Escape', 'Backspace', 'GoBack', 'BrowserBack', 'XF86Back'];

/** `standard` is sold as Standard; the special package has its own full name. */
export const packageTitle = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A device that was delivered under its number, one that was sold before numbers were kept, or the sixty days of a TV linked before licences. */
export const LICENCE_KINDS = ['serial', 'unnumbered', 'grace'] as const;

/** Stands for a device without a number where a number is asked for. */
export const UNNUMBERED = 'bez-broja';

/** Days for which the code of a device that is given away may be used. */
export const HAND_OVER_DAYS = 30;

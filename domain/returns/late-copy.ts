/** Said when the code of the panel does not arrive. */
export const returnLate = 'Vraćanja nisu učitana';

/** Where the rules of counting are only pointed at: packages and editor. */
export const countingLink = 'Koji prikaz se računa i naplaćuje, piše u [Uslovima za firme, član 6].';

/** The bars of the test card, from left to right, on papers, tickets and mails. */
export const BAR_COLOURS = ['#FFC51F', '#1FB2C1', '#35A35C', '#CB4A9A', '#DE4430', '#2F50CF'];

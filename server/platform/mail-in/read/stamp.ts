const address = /@[\w.-]+\.\w/;
export const hasAddress = (text: string): boolean => address.test(text);
export const day = /\b(?:19|20)\d\d(?!\d)|\b\d{1,2}[./-] ?\d{1,2}[./-]/;
const time = /\b\d{1,2}[:.]\d\d\b/;

/**
 * Whether a text says who wrote a mail, or when: an address, or a day with a time. The introductions of programs do, so an
 * unmarked text below is the quoted mail.
 */
export const hasStamp = (text: string): boolean => hasAddress(text) || (day.test(text) && time.test(text));

/** A line of dashes with words between them, behind which the fields of the quoted mail follow in the same line. */
export const gluedRuler = /(?<!-)-{4,40}[ \t]?[^-\n]{3,60}-{4,40}(?=[^-\s])/;

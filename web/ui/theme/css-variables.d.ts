import 'react';

declare module 'react' {
  interface CSSProperties {
    /** A circle's own colour, `#RRGGBB`; tokens.css derives what is painted with. */
    '--c'?: string | undefined;
    /** Width of a dialog on wide screens. */
    '--w'?: string | undefined;
    /** Ratio of a single photo. */
    '--ar'?: string | undefined;
    /** Lines after which a comment is cut. */
    '--lines'?: number | undefined;
    /** The part of a voice that was heard, 0 to 1. */
    '--part'?: number | undefined;
    /** The chosen part of a video, as fractions of its length. */
    '--from'?: number | undefined;
    '--to'?: number | undefined;
  }
}

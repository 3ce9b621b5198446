/** What stylesheets know of the width of a column: in `rem`, so that it grows with the text in it. */
export const toCssWidth = (width: number): string => `${width / 16}rem`

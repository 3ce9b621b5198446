/** The logo on a 32 × 32 grid: a rounded sheet with a K drawn in strokes with round caps. */
export const logo = {
  viewBox: '0 0 32 32',
  background: { width: 32, height: 32, rx: 8 },
  letter: 'M11 8v16M21.5 8.5 14.5 16l7 7.5',
  strokeWidth: 3,
} as const

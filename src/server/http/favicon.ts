import { logo } from '#shared/brand.ts'

/** URL path of the icon, for `<link rel="icon">`. */
export const faviconPath = '/favicon.svg'

const { viewBox, background, letter, strokeWidth } = logo

/** The logo in the colors of `--primary` and `--on-primary`, which are the same in light and dark mode. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">
<rect width="${background.width}" height="${background.height}" rx="${background.rx}" fill="#008236"/>
<path d="${letter}" fill="none" stroke="#fff" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`

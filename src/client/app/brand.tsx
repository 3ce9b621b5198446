import { useMessages } from '#client/app/page-context.tsx'
import { logo } from '#shared/brand.ts'

/** The logo and the product name. */
export const Brand = () => (
  <span className="brand">
    <svg className="brand__mark" viewBox={logo.viewBox} strokeWidth={logo.strokeWidth} aria-hidden="true">
      <rect {...logo.background} />
      <path d={logo.letter} />
    </svg>
    {useMessages().common.product}
  </span>
)

import { useMessages } from '#client/screen.tsx'
import { mark } from '#shared/brand.ts'

/** The mark and the name. */
export const Brand = () => (
  <span className="brand">
    <svg className="brand__mark" viewBox={mark.viewBox} strokeWidth={mark.strokeWidth} aria-hidden="true">
      <rect {...mark.sheet} />
      <path d={mark.letter} />
    </svg>
    {useMessages().common.product}
  </span>
)

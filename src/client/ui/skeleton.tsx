/** A placeholder for content that is loading; `width` and `height` in px. */
export const Skeleton = ({ width, height = 12 }: { width: number; height?: number }) => (
  <span className="skeleton" style={{ width, height }} aria-hidden="true" />
)

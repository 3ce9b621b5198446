import { useMessages } from '#client/screen.tsx'

/** The mark and the name. */
export const Brand = () => (
  <span className="brand">
    <svg className="brand__mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M11 8v16M21.5 8.5 14.5 16l7 7.5" />
    </svg>
    {useMessages().common.product}
  </span>
)

import { useId, type ReactNode } from 'react'
import { Brand } from '#client/brand.tsx'

interface SheetProps {
  title: string
  sub?: string
  /** Below a line at the foot: the other page for visitors. */
  foot?: ReactNode
  children?: ReactNode
}

/** The one sheet of paper on a page for visitors. */
export function Sheet({ title, sub, foot, children }: SheetProps) {
  const id = useId()
  return (
    <section className="sheet" aria-labelledby={id}>
      <Brand />
      <h1 id={id}>{title}</h1>
      {sub && <p className="sheet__sub">{sub}</p>}
      {children}
      {foot && <p className="sheet__foot">{foot}</p>}
    </section>
  )
}

import { useId, type ReactNode } from 'react'
import { Brand } from '#client/app/brand.tsx'

interface AuthCardProps {
  title: string
  subtitle?: string
  /** The footer: a link to the other page for guests. */
  footer?: ReactNode
  children?: ReactNode
}

/** The card of the login and registration pages. */
export function AuthCard({ title, subtitle, footer, children }: AuthCardProps) {
  const id = useId()
  return (
    <section className="sheet" aria-labelledby={id}>
      <Brand />
      <h1 id={id}>{title}</h1>
      {subtitle && <p className="sheet__sub">{subtitle}</p>}
      {children}
      {footer && <p className="sheet__foot">{footer}</p>}
    </section>
  )
}

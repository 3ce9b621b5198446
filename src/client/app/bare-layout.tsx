import type { ReactNode } from 'react'
import { LanguageSwitch } from '#client/app/language-switch.tsx'

/** The layout of pages without the shell: ruled paper, and the language at the foot. */
export const BareLayout = ({ error = false, children }: { error?: boolean; children: ReactNode }) => (
  <div className={error ? 'bare ruled bare--error' : 'bare ruled'}>
    <main className="bare__main" id="content">
      {children}
    </main>
    <footer className="bare__foot">
      {/* The address of an error may be no page: it cannot take a form. */}
      <LanguageSwitch action={error ? '/' : undefined} />
    </footer>
  </div>
)

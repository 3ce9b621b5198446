import type { ReactNode } from 'react'
import { LanguageSwitch } from '#client/app/language-switch.tsx'

/** The layout of pages without the shell: ruled-paper background, and the language switch in the footer. */
export const BareLayout = ({ error = false, children }: { error?: boolean; children: ReactNode }) => (
  <div className={error ? 'bare ruled bare--error' : 'bare ruled'}>
    <main className="bare__main" id="content">
      {children}
    </main>
    <footer className="bare__foot">
      {/* The URL of an error may not be a page, so the form posts to the home page. */}
      <LanguageSwitch action={error ? '/' : undefined} />
    </footer>
  </div>
)

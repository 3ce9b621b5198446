import { type ReactNode, useEffect, useRef } from 'react'

/** What the check of a file has found. It scrolls into view when it appears, because the fields above it may fill the dialog. */
export function CheckResult({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  // In braces, because in newer browsers it returns a promise.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="dialog-form" ref={element}>
      {children}
    </div>
  )
}

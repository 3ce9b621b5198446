import { useEffect, useState } from 'react'
import { loadIcon } from '#client/ui/icon-loader.ts'

/**
 * An icon whose name comes from data, such as `lucide:truck`. It takes up its space while it loads, and stays blank when the name is
 * unknown or loading takes longer than 1500 ms.
 */
export function DataIcon({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  const [body, setBody] = useState('')
  useEffect(() => {
    let isCurrent = true
    void loadIcon(name).then((loaded) => isCurrent && setBody(loaded ?? ''))
    return () => {
      isCurrent = false
    }
  }, [name])
  return (
    <svg
      className={size === 'md' ? 'icon' : `icon icon--${size}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: body }}
    />
  )
}

import { useEffect, useState } from 'react'
import { loadIcon } from '#client/ui/icon-loader.ts'

/**
 * An icon whose name comes as data: `lucide:truck`. Its place is kept while it is fetched; after 1500 ms, or when there is none of
 * that name, the place stays empty.
 */
export function DataIcon({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  const [body, setBody] = useState('')
  useEffect(() => {
    let wanted = true
    void loadIcon(name).then((found) => wanted && setBody(found ?? ''))
    return () => {
      wanted = false
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

import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

/** After the page works: what it needs later must not compete with its first script. */
const loadDelayMs = 1000

/** A component that is loaded and rendered a second after the page works. Until then, and without its code, the placeholder is rendered. */
export function deferredComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  return function Deferred(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      const timer = setTimeout(() => {
        importComponent().then(
          (component) => setLoaded(() => component),
          () => undefined,
        )
      }, loadDelayMs)
      return () => clearTimeout(timer)
    }, [])
    return Loaded ? <Loaded {...props} /> : placeholder
  }
}

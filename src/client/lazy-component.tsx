import { type ComponentType, useEffect, useState } from 'react'

/** A component whose code is in a separate chunk. */
export interface LazyComponent<Props> {
  (props: Props): React.ReactNode
  /** Loads the code; must have resolved before the component is rendered. Rejects when the chunk does not load. */
  load: () => Promise<void>
}

/** Unlike `React.lazy`, it renders at once on both sides when its code has been loaded: documents are complete, and hydrate without waiting. */
export function lazyComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  const Lazy = (props: Props) => {
    if (!Loaded) throw new Error('A lazy component is rendered before its code is loaded')
    return <Loaded {...props} />
  }
  return Object.assign(Lazy, {
    load: async () => {
      Loaded ??= await importComponent()
    },
  })
}

/** Like `lazyComponent`, but may be rendered before its code is loaded: until then it renders nothing. */
export function lateComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let isLoaded = false
  const Lazy = lazyComponent(importComponent)
  const load = async () => {
    await Lazy.load()
    isLoaded = true
  }
  const Late = (props: Props) => {
    const [isShown, show] = useState(isLoaded)
    useEffect(() => {
      if (!isShown)
        load().then(
          () => show(true),
          () => undefined,
        )
    }, [isShown])
    return isShown && <Lazy {...props} />
  }
  return Object.assign(Late, { load })
}

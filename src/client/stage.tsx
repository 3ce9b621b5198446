import { startTransition, useLayoutEffect, useState } from 'react'
import { Document, type DocumentProps } from '#client/document.tsx'

/** What is shown: everything of the document that may change. */
export type Shown = Pick<DocumentProps, 'boot' | 'component' | 'sessionReady'>

/** Holds what is shown and lets it be changed from outside of React. */
export function createStage(first: Shown) {
  let shown = first
  let update: ((next: Shown) => void) | undefined
  let waiting: { shown: Shown; done: () => void }[] = []

  return {
    shown: (): Shown => shown,
    /** Shows something else, in one transition; resolves when it stands, or when something later does. */
    show(next: Partial<Shown>): Promise<void> {
      const own = (shown = { ...shown, ...next })
      startTransition(() => update?.(own))
      return new Promise((done) => waiting.push({ shown: own, done }))
    },
    mount(listener: (next: Shown) => void): void {
      update = listener
      listener(shown)
    },
    committed(standing: Shown): void {
      const last = waiting.findIndex((one) => one.shown === standing)
      for (const { done } of waiting.slice(0, last + 1)) done()
      waiting = waiting.slice(last + 1)
    },
  }
}

export type Stage = ReturnType<typeof createStage>

interface StageDocumentProps extends Pick<DocumentProps, 'messages' | 'nonce'> {
  stage: Stage
}

/** The document in the browser: what the stage shows now. */
export function StageDocument({ stage, messages, nonce }: StageDocumentProps) {
  const [shown, setShown] = useState(stage.shown)
  useLayoutEffect(() => stage.mount(setShown), [stage])
  useLayoutEffect(() => stage.committed(shown), [stage, shown])
  return <Document {...shown} messages={messages} nonce={nonce} />
}

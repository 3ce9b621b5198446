import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { Document, type DocumentProps } from '#client/app/document.tsx'

/** The props of the document that change in the browser. */
export type DocumentState = Pick<DocumentProps, 'initialState' | 'component' | 'sessionReady'>

/** Holds the document's state so that code outside of React can change it. */
export function createPageStore(initial: DocumentState) {
  let state = initial
  let update: ((next: DocumentState) => void) | undefined
  let pendingUpdates: { state: DocumentState; resolve: () => void }[] = []

  return {
    state: (): DocumentState => state,
    /** Renders the changed state in a transition; resolves once it, or a later state, is committed. */
    setState(next: Partial<DocumentState>): Promise<void> {
      const nextState = (state = { ...state, ...next })
      startTransition(() => update?.(nextState))
      return new Promise((resolve) => pendingUpdates.push({ state: nextState, resolve }))
    },
    connect(listener: (next: DocumentState) => void): void {
      update = listener
      listener(state)
    },
    onCommit(rendered: DocumentState): void {
      const last = pendingUpdates.findIndex((pending) => pending.state === rendered)
      for (const { resolve } of pendingUpdates.slice(0, last + 1)) resolve()
      pendingUpdates = pendingUpdates.slice(last + 1)
    },
  }
}

export type PageStore = ReturnType<typeof createPageStore>

interface BrowserDocumentProps extends Pick<DocumentProps, 'messages' | 'nonce'> {
  store: PageStore
}

/** The document in the browser, rendered from the page store. Sets the performance mark `hydrated` when all components listen: their effects run before its own. */
export function BrowserDocument({ store, messages, nonce }: BrowserDocumentProps) {
  const [state, setState] = useState(store.state)
  useLayoutEffect(() => store.connect(setState), [store])
  useLayoutEffect(() => store.onCommit(state), [store, state])
  useEffect(() => void performance.mark('hydrated'), [])
  return <Document {...state} messages={messages} nonce={nonce} />
}

import { startTransition, useLayoutEffect, useState } from 'react'
import { Document, type DocumentProps } from '#client/app/document.tsx'

/** What is shown: everything of the document that may change. */
export type DocumentState = Pick<DocumentProps, 'initialState' | 'component' | 'sessionReady'>

/** Holds what is shown and lets it be changed from outside of React. */
export function createPageStore(initial: DocumentState) {
  let state = initial
  let update: ((next: DocumentState) => void) | undefined
  let pendingUpdates: { state: DocumentState; done: () => void }[] = []

  return {
    state: (): DocumentState => state,
    /** Shows something else, in one transition; resolves when it stands, or when something later does. */
    setState(next: Partial<DocumentState>): Promise<void> {
      const nextState = (state = { ...state, ...next })
      startTransition(() => update?.(nextState))
      return new Promise((done) => pendingUpdates.push({ state: nextState, done }))
    },
    connect(listener: (next: DocumentState) => void): void {
      update = listener
      listener(state)
    },
    onCommit(rendered: DocumentState): void {
      const last = pendingUpdates.findIndex((pending) => pending.state === rendered)
      for (const { done } of pendingUpdates.slice(0, last + 1)) done()
      pendingUpdates = pendingUpdates.slice(last + 1)
    },
  }
}

export type PageStore = ReturnType<typeof createPageStore>

interface BrowserDocumentProps extends Pick<DocumentProps, 'messages' | 'nonce'> {
  store: PageStore
}

/** The document in the browser: what the stage shows now. */
export function BrowserDocument({ store, messages, nonce }: BrowserDocumentProps) {
  const [state, setRendered] = useState(store.state)
  useLayoutEffect(() => store.connect(setRendered), [store])
  useLayoutEffect(() => store.onCommit(state), [store, state])
  return <Document {...state} messages={messages} nonce={nonce} />
}

import { findPage, pages } from '#shared/routes/pages.ts'

/** Whether only a panel or dialog of the page changes: then the page keeps its scroll position. */
export function changesOverlayOnly(from: URL, to: URL): boolean {
  const page = findPage(to.pathname)
  if (!page || findPage(from.pathname) !== page) return false
  const baseQuery = ({ searchParams }: URL): string =>
    new URLSearchParams([...searchParams].filter(([name]) => !pages[page].overlayParams.includes(name))).toString()
  return from.search !== to.search && baseQuery(from) === baseQuery(to)
}

/** Whether the panel shows the same at another URL, perhaps with a dialog over it or beside another part of the list. */
export function keepsPanel(from: URL, to: URL): boolean {
  const page = findPage(to.pathname)
  return (
    page !== undefined &&
    findPage(from.pathname) === page &&
    pages[page].panelParams.every((name) => from.searchParams.get(name) === to.searchParams.get(name))
  )
}

import type { ComponentType } from 'react'
import { pageModules } from '#client/pages.ts'
import { findPage, normalizePath, payloadPath, type PageName } from '#shared/routes/pages.ts'
import type { Problem } from '#shared/problem.ts'
import type { Payload, PageState } from '#shared/page-state.ts'

// oxlint-disable-next-line no-explicit-any -- each page has props of its own; the screen's `page` and `data` belong together
export type PageComponent = ComponentType<any>

/** A part of a page did not load: the network failed, or a newer build took its place. */
export class ChunkLoadError extends Error {}

/** The server sent the request for a screen elsewhere: the session is gone. */
export class SessionExpiredError extends Error {}

/** The component of a page; throws `ChunkError`. */
export async function loadPageComponent(page: PageName): Promise<PageComponent> {
  try {
    return (await pageModules[page]()).default as PageComponent
  } catch (error) {
    throw new ChunkLoadError(`The page ${page} did not load`, { cause: error })
  }
}

/** The component of what a screen shows; null for an error. */
export const resolveComponent = async (pageState: PageState): Promise<PageComponent | null> =>
  pageState.kind === 'page' ? loadPageComponent(pageState.page) : null

export type FetchedPage =
  | { payload: Payload; component: PageComponent | null }
  /** Refused without a screen: the server or something before it is in trouble. */
  | { problem: Problem }

/** Fetches the data of an address and, side by side, its page. Throws `ChunkError`, `SentElsewhere`, or what `fetch` throws. */
export async function fetchPage(url: URL, signal: AbortSignal): Promise<FetchedPage> {
  const page = findPage(url.pathname)
  if (page) void loadPageComponent(page).catch(() => undefined)
  const response = await fetch(payloadPath(normalizePath(url.pathname)) + url.search, {
    signal,
    redirect: 'manual',
    headers: { accept: 'application/json' },
  })
  if (response.type === 'opaqueredirect' || response.status === 401) throw new SessionExpiredError(url.pathname)
  const body = (await response.json().catch(() => null)) as Payload | Problem | null
  if (body && 'pageState' in body) return { payload: body, component: await resolveComponent(body.pageState) }
  return { problem: body ?? { type: '/problems/unavailable', title: '', status: response.status, detail: '' } }
}

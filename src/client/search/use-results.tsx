import { useCurrentRole, useMessages, usePageContext } from '#client/app/page-context.tsx'
import { actionHref, listAmounts, listPages, parseAction, permissionOf } from '#client/search/search-commands.ts'
import { type SearchState, useSearch } from '#client/search/use-search.ts'
import { orderPanel as orderPanelEn } from '#shared/messages/en/order-panel.ts'
import { search as en } from '#shared/messages/en/search.ts'
import { orderPanel as orderPanelZh } from '#shared/messages/zh/order-panel.ts'
import { search as zh } from '#shared/messages/zh/search.ts'
import { type Permission, roleHasPermission } from '#shared/permissions.ts'
import { href } from '#shared/routes/pages.ts'
import type { FoundItem, FoundItems } from '#shared/search/views.ts'
import type { ReactNode } from 'react'

const messages = { en, zh }
const orderPanel = { en: orderPanelEn, zh: orderPanelZh }

/** One result: a link in the list below the field. */
export interface Result {
  group: keyof typeof en.groups
  href: string
  title: ReactNode
  note?: string
}

/** What a text finds, in the order of the list, and what to do if it finds nothing. */
export function useResults(text: string): { results: Result[]; state: SearchState['status']; hint: ReactNode } {
  const { locale } = usePageContext()
  const { common } = useMessages()
  const words = messages[locale]
  const role = useCurrentRole()
  const isAllowed = (permission: Permission): boolean => roleHasPermission(role, permission)
  const typed = parseAction(text, words)
  const action = typed && isAllowed(permissionOf(typed.action)) ? typed : undefined
  const search = useSearch((action ? action.rest : text).trim())
  const { found } = search
  const pages = [...listAmounts(text, words, isAllowed), ...listPages(text, words, common, isAllowed)].map(
    ({ label, href: url }): Result => ({ group: 'page', href: url, title: label }),
  )
  if (action) {
    const name = orderPanel[locale].actions.names[action.action]
    const orders = found?.items.filter(({ kind }) => kind === 'order') ?? []
    const results = orders.map(({ key, note }): Result => ({
      group: 'order',
      href: actionHref(action.action, key),
      title: words.action(name, key),
      note,
    }))
    const similar = listSimilar(found, action.rest, (number) => actionHref(action.action, number))
    return {
      results: [...results, ...similar],
      state: search.status,
      hint:
        action.rest === ''
          ? words.noOrder(name)
          : explain(search, [...results, ...similar], words, action.rest, isAllowed),
    }
  }
  const items = found?.items.map((item): Result => toResult(item, words)) ?? []
  const all: Result[] = found?.hasMore
    ? [{ group: 'order', href: href('orders', { q: text.trim() }), title: words.allOrders(text.trim()) }]
    : []
  const orders = items.filter(({ group }) => group === 'order')
  const others = items.filter(({ group }) => group !== 'order')
  const isOtherFirst = found?.items[0]?.isExact === true && found.items[0].kind !== 'order'
  const matches = isOtherFirst ? [...others, ...orders, ...all] : [...orders, ...all, ...others]
  const results = [
    ...matches,
    ...listSimilar(found, text.trim(), (number) => href('orders', { order: number })),
    ...pages,
  ]
  return { results, state: search.status, hint: explain(search, results, words, text, isAllowed) }
}

function toResult({ kind, key, title, note }: FoundItem, words: typeof en): Result {
  const urls = {
    order: () => href('orders', { order: key }),
    customer: () => href('orders', { customer: key }),
    user: () => href('users', { user: key }),
    entry: () => href('finance', { entry: key }),
    import: () => href('orders', { importNumber: key }),
    job: () => href('orders', { job: key }),
  }
  return { group: kind, href: urls[kind](), title: kind === 'entry' ? words.entry(title) : title, note }
}

/** Numbers that differ in a digit, which is marked. */
const listSimilar = (found: FoundItems | null, text: string, toHref: (number: string) => string): Result[] =>
  found?.similar.map(({ number, written }) => ({
    group: 'similar',
    href: toHref(number),
    title: markDifference(written, text),
    ...(number !== written && { note: number }),
  })) ?? []

/** A number with the digits marked that a text of the same length does not have there. */
function markDifference(number: string, text: string): ReactNode {
  if (number.length !== text.length) return number
  return [...number].map((character, index) =>
    character.toLowerCase() === text[index]?.toLowerCase() ? (
      character
    ) : (
      <mark key={character + String(index)}>{character}</mark>
    ),
  )
}

/** Why nothing was found, once that is known. */
function explain(
  search: SearchState,
  results: readonly Result[],
  words: typeof en,
  text: string,
  isAllowed: (permission: Permission) => boolean,
): ReactNode {
  if (search.status === 'failed') return words.failed
  if (search.status === 'invalid') return search.errors.map((error) => <p key={error}>{error}</p>)
  if (search.status !== 'found' || results.length > 0) return null
  return (
    <>
      <strong>{words.nothing(text.trim())}</strong>
      <br />
      {!isAllowed('orders.view')
        ? words.hints.orders
        : /\d{4}/.test(text)
          ? words.hints.number
          : isAllowed('customers.view_personal')
            ? words.hints.words
            : words.hints.personal}
    </>
  )
}

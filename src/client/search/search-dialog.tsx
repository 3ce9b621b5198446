import { useCurrentRole, useMessages, usePageContext } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { actionHref, listPages, parseAction, permissionOf } from '#client/search/search-commands.ts'
import { type SearchState, useSearch } from '#client/search/use-search.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { orderPanel as orderPanelEn } from '#shared/messages/en/order-panel.ts'
import { search as en } from '#shared/messages/en/search.ts'
import { orderPanel as orderPanelZh } from '#shared/messages/zh/order-panel.ts'
import { search as zh } from '#shared/messages/zh/search.ts'
import { type Permission, roleHasPermission } from '#shared/permissions.ts'
import { href } from '#shared/routes/pages.ts'
import type { FoundItem, FoundItems } from '#shared/search/views.ts'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

const messages = { en, zh }
const orderPanel = { en: orderPanelEn, zh: orderPanelZh }

/** One result: a link in the list below the field. */
interface Result {
  group: keyof typeof en.groups
  href: string
  title: ReactNode
  note?: string
}

/**
 * Finds orders, customers, staff, ledger entries, pages and actions: a text field with a list that the arrows walk through while the focus
 * stays in the field (the combobox pattern of ARIA). Enter opens the result, or the first one as soon as it is found.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const words = messages[usePageContext().locale]
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [opensFirst, setOpensFirst] = useState(false)
  const { results, state, hint } = useResults(text)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const isCurrent = state !== 'searching'
  const open = (url: string): void => {
    onClose()
    navigate(url)
  }
  // Enter was pressed before the answer came.
  useEffect(() => {
    if (!opensFirst || !isCurrent) return
    setOpensFirst(false)
    if (results[0]) open(results[0].href)
  })
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (results.length > 0) setActive((active + step + results.length) % results.length)
    } else if (event.key === 'Enter') {
      if (!isCurrent && active === 0) setOpensFirst(true)
      else if (results[active]) open(results[active].href)
    } else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title={words.title} size="lg">
      <div className="search-dialog">
        <label className="input search">
          <Icon name="search" />
          <span className="sr-only">{words.label}</span>
          <input
            type="text"
            role="combobox"
            aria-expanded={results.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={results[active] && `${id}-${active}`}
            aria-autocomplete="list"
            placeholder={words.placeholder}
            value={text}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            onChange={(event) => {
              setText(event.target.value)
              setActive(0)
              setOpensFirst(false)
            }}
            onKeyDown={onKeyDown}
          />
        </label>
        <div role="listbox" id={`${id}-list`} aria-label={words.label} ref={list} className="search-dialog__list">
          {groupResults(results).map(([group, items]) => (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} role="presentation" className="search-dialog__group">
                {words.groups[group]}
              </div>
              {items.map(({ result, index }) => (
                <a
                  key={`${result.href} ${index}`}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  href={result.href}
                  onPointerMove={() => setActive(index)}
                  onClick={onClose}
                >
                  <span>{result.title}</span>
                  {result.note && <span className="dimmed truncate">{result.note}</span>}
                </a>
              ))}
            </div>
          ))}
        </div>
        {hint && <div className="search-dialog__hint muted">{hint}</div>}
        <p className="sr-only" role="status">
          {text === '' ? '' : isCurrent ? words.results(results.length) : words.searching}
        </p>
      </div>
    </Dialog>
  )
}

/** Results under the name of their group, each with its place in the whole list. */
function groupResults(results: readonly Result[]) {
  const groups = Map.groupBy(
    results.map((result, index) => ({ result, index })),
    ({ result }) => result.group,
  )
  return [...groups]
}

/** What a text finds, in the order of the list, and what to do if it finds nothing. */
function useResults(text: string): { results: Result[]; state: SearchState['status']; hint: ReactNode } {
  const { locale } = usePageContext()
  const { common } = useMessages()
  const words = messages[locale]
  const role = useCurrentRole()
  const isAllowed = (permission: Permission): boolean => roleHasPermission(role, permission)
  const typed = parseAction(text, words)
  const action = typed && isAllowed(permissionOf(typed.action)) ? typed : undefined
  const search = useSearch((action ? action.rest : text).trim())
  const found = search.status === 'found' ? search.found : search.previous
  const pages = listPages(text, words, common, isAllowed).map(({ label, href: url }): Result => ({
    group: 'page',
    href: url,
    title: label,
  }))
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

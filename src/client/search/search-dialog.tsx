import { usePageContext } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { highlight } from '#client/search/highlight.tsx'
import { type Result, useResults } from '#client/search/use-results.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { focusNextPanel } from '#client/ui/panel.tsx'
import { search as en } from '#shared/messages/en/search.ts'
import { search as zh } from '#shared/messages/zh/search.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

const messages = { en, zh }

/**
 * Finds orders, customers, staff, ledger entries, pages and actions: a text field with a list that the arrows walk through while the focus
 * stays in the field (the combobox pattern of ARIA). Enter opens the result, or the first one as soon as it is found.
 */
export function SearchDialog({ onClose, typed }: { onClose: () => void; typed: string }) {
  const words = messages[usePageContext().locale]
  const [text, setText] = useState(typed)
  const { results, state, hint } = useResults(text)
  const id = useId()
  const isCurrent = state !== 'searching'
  const open = (url: string): void => {
    onClose()
    focusNextPanel()
    navigate(url)
  }
  const { active, setActive, list, onKeyDown, reset } = useActiveResult(results, isCurrent, open)
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
              reset()
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
                  <span>{typeof result.title === 'string' ? highlight(result.title, text) : result.title}</span>
                  {result.note && <span className="dimmed truncate">{highlight(result.note, text)}</span>}
                </a>
              ))}
            </div>
          ))}
        </div>
        <div role="status" className="search-dialog__hint muted">
          {hint}
        </div>
        <p className="sr-only" role="status">
          {text === '' ? '' : isCurrent ? words.results(results.length) : words.searching}
        </p>
      </div>
    </Dialog>
  )
}

/** The result that the arrows have reached, and the one that Enter opens, also if it is pressed before the answer comes. */
function useActiveResult(results: readonly Result[], isCurrent: boolean, open: (url: string) => void) {
  const [active, setActive] = useState(0)
  const [opensFirst, setOpensFirst] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  // Enter was pressed before the answer came.
  useEffect(() => {
    if (opensFirst && isCurrent && results[0]) open(results[0].href)
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
  const reset = (): void => {
    setActive(0)
    setOpensFirst(false)
  }
  return { active, setActive, list, onKeyDown, reset }
}

/** Results under the name of their group, each with its place in the whole list. */
function groupResults(results: readonly Result[]) {
  const groups = Map.groupBy(
    results.map((result, index) => ({ result, index })),
    ({ result }) => result.group,
  )
  return [...groups]
}

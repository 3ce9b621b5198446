import { filterCount, filterHref, noFilter } from '#client/orders/orders-address.ts'
import { fold, useFolding } from '#client/orders/use-folding.ts'
import { useMessages, useScreen } from '#client/screen.tsx'
import { CountBadge } from '#client/ui/badge.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '#shared/orders/order.ts'
import type { OrdersPageQuery } from '#shared/orders/inputs.ts'
import { useEffect, useRef } from 'react'

/** Statuses and days to choose from. It belongs to the form of the toolbar and opens without script. */
export function FilterMenu({ query }: { query: OrdersPageQuery }) {
  const { orders, common } = useMessages()
  const { book } = useScreen()
  const { filter: words } = orders
  const { statuses } = common
  const menu = useClosingMenu(filterHref(query, {}))
  const inUse = filterCount(query)
  return (
    <details className="filter" ref={menu}>
      <summary className="btn">
        <Icon name="list-filter" />
        <span className="filter__word">{common.filter}</span>
        {inUse > 0 && (
          <CountBadge>
            <span aria-hidden="true">{inUse}</span>
            <span className="sr-only">{words.inUse(inUse)}</span>
          </CountBadge>
        )}
      </summary>
      <div className="filter__box">
        <div className="filter__cols">
          <Choices
            name="status"
            label={words.status}
            values={orderStatuses}
            words={statuses.order}
            chosen={query.status}
          />
          <Choices
            name="payment"
            label={words.payment}
            values={paymentStatuses}
            words={statuses.payment}
            chosen={query.payment}
          />
          <Choices
            name="fulfillment"
            label={words.fulfillment}
            values={fulfillmentStatuses}
            words={statuses.fulfillment}
            chosen={query.fulfillment}
          />
        </div>
        <fieldset className="filter__days">
          <legend>{words.placed}</legend>
          <label>
            {words.from}
            <input className="input" type="date" name="from" defaultValue={query.from ?? ''} max="9999-12-31" />
          </label>
          <label>
            {words.to}
            <input className="input" type="date" name="to" defaultValue={query.to ?? ''} max="9999-12-31" />
          </label>
          <p className="filter__zone">{words.zone(book.timeZone)}</p>
        </fieldset>
        <div className="filter__foot">
          <ButtonLink variant="ghost" href={filterHref(query, { ...noFilter, q: query.q })}>
            {common.clear}
          </ButtonLink>
          <Button type="submit" variant="primary">
            {common.apply}
          </Button>
        </div>
      </div>
    </details>
  )
}

interface ChoicesProps<Value extends string> {
  name: string
  label: string
  values: readonly Value[]
  words: Record<Value, string>
  chosen: readonly Value[]
}

const Choices = <Value extends string>({ name, label, values, words, chosen }: ChoicesProps<Value>) => (
  <fieldset className="choices">
    <legend>{label}</legend>
    {values.map((value) => (
      <label key={value}>
        <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
        {words[value]}
      </label>
    ))}
  </fieldset>
)

/** Closed by Escape, by a press anywhere else, when it is sent, and on another address. */
function useClosingMenu(address: string) {
  const menu = useRef<HTMLDetailsElement>(null)
  useFolding(menu, true)
  useEffect(() => {
    const close = () => fold(menu.current)
    const form = menu.current?.closest('form')
    form?.addEventListener('submit', close)
    return () => {
      close()
      form?.removeEventListener('submit', close)
    }
  }, [address])
  return menu
}

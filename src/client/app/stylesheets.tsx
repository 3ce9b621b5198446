import { useIsHydrated } from '#client/browser/use-is-hydrated.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { InitialState, PageState } from '#shared/page-state.ts'
import { pages } from '#shared/routes/pages.ts'

interface StylesheetsProps {
  styles: InitialState['assets']['styles']
  pageState: PageState
}

/**
 * The first paint of the list of orders needs only the first file; the other one follows when the page is hydrated, and at once without
 * script. React shows no page before its stylesheets are loaded.
 */
export function Stylesheets({ styles, pageState }: StylesheetsProps) {
  const isHydrated = useIsHydrated()
  if (!styles.initial) return null
  return (
    <>
      <link rel="stylesheet" href={styles.initial} precedence="initial" />
      {isHydrated || !isListOfOrders(pageState) ? (
        <link rel="stylesheet" href={styles.deferred} precedence="deferred" />
      ) : (
        <noscript>
          <link rel="stylesheet" href={styles.deferred} />
        </noscript>
      )}
    </>
  )
}

/** Whether the page is the list of orders with nothing open. */
const isListOfOrders = (pageState: PageState): boolean =>
  pageState.kind === 'page' &&
  pageState.page === 'orders' &&
  !pageState.data.order &&
  !pageState.data.customers.ofList &&
  pages.orders.overlayParams.every((name) => pageState.query[name as keyof OrdersPageQuery] === undefined)

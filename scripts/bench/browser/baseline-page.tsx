import { OrdersTable } from '../orders-table.tsx'
import type { OrderRecord } from '../baseline.ts'
import { type MouseEvent, startTransition, useEffect, useState } from 'react'

const filters = { all: 'All', unpaid: 'Unpaid' } as const

/** Two filters and the table. A click on a filter fetches the rows and shows them without loading a document. */
export function BaselinePage({ initialOrders, now }: { initialOrders: readonly OrderRecord[]; now: number }) {
  const [orders, setOrders] = useState(initialOrders)
  useEffect(() => void performance.mark('hydrated'), [])

  async function show(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    event.preventDefault()
    const { search } = new URL(event.currentTarget.href)
    const filtered = (await (await fetch(`/orders.json${search}`)).json()) as OrderRecord[]
    startTransition(() => setOrders(filtered))
  }

  return (
    <main>
      <nav>
        {Object.entries(filters).map(([filter, label]) => (
          <a key={filter} href={`/orders?filter=${filter}`} onClick={(event) => void show(event)}>
            {label}
          </a>
        ))}
      </nav>
      <OrdersTable orders={orders} now={now} />
    </main>
  )
}
